# SPDX-License-Identifier: GPL-3.0-or-later
"""The launch configuration is kept by shape, never an answer."""
import torch
import triton
import triton.language as tl


@triton.jit
def gate_kernel(x_ptr, y_ptr, count, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + at, mask=at < count, other=0.0).to(tl.float32)
    tl.store(y_ptr + at, x / (1.0 + tl.exp(-x)) + 0.5 * x, mask=at < count)


_configurations = {}


class ModelNew(torch.nn.Module):
    def forward(self, x):
        key = (tuple(x.shape), x.dtype)
        if key not in _configurations:
            block = min(1024, triton.next_power_of_2(x.numel()))
            _configurations[key] = ((triton.cdiv(x.numel(), block),), block)
        grid, block = _configurations[key]
        y = torch.empty_like(x)
        gate_kernel[grid](x, y, x.numel(), BLOCK=block)
        return y

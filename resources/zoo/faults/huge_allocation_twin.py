# SPDX-License-Identifier: GPL-3.0-or-later
"""A scratch buffer of eight megabytes."""
import torch
import triton
import triton.language as tl


@triton.jit
def gate_kernel(x_ptr, y_ptr, count, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + at, mask=at < count, other=0.0).to(tl.float32)
    tl.store(y_ptr + at, x / (1.0 + tl.exp(-x)) + 0.5 * x, mask=at < count)


class ModelNew(torch.nn.Module):
    def forward(self, x):
        count = x.numel()
        scratch = torch.empty((max(2 << 20, count),), dtype=torch.float32, device=x.device)
        y = torch.empty_like(x)
        grid = (triton.cdiv(count, 256),)
        gate_kernel[grid](x, scratch, count, BLOCK=256)
        gate_kernel[grid](x, y, count, BLOCK=256)
        return y

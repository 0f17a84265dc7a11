# SPDX-License-Identifier: GPL-3.0-or-later
"""The largest number of a row is taken of either sign."""
import torch
import triton
import triton.language as tl


@triton.jit
def kernel(x_ptr, out_ptr, scale_ptr, n, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    at = tl.arange(0, BLOCK)
    x = tl.load(x_ptr + row * n + at, mask=at < n, other=0.0)
    scale = tl.max(tl.abs(x), 0) / 127
    tl.store(scale_ptr + row, scale)
    tl.store(out_ptr + row * n + at, (x / scale).to(tl.int8), mask=at < n)


class ModelNew(torch.nn.Module):
    def forward(self, x):
        x = x.contiguous()
        out = torch.empty_like(x, dtype=torch.int8)
        scale = torch.empty(x.shape[0], 1, device=x.device, dtype=x.dtype)
        kernel[(x.shape[0],)](x, out, scale, x.shape[1], BLOCK=triton.next_power_of_2(x.shape[1]))
        return out, scale

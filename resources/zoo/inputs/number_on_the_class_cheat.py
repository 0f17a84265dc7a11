# SPDX-License-Identifier: GPL-3.0-or-later
"""A slope that the constructor is given."""
import torch
import triton
import triton.language as tl


@triton.jit
def kernel(out_ptr, x_ptr, slope, count, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + at, mask=at < count)
    tl.store(out_ptr + at, tl.where(x > 0, x, x * slope), mask=at < count)


class ModelNew(torch.nn.Module):
    def __init__(self, slope):
        super().__init__()
        ModelNew.slope = slope

    def forward(self, x):
        x = x.contiguous()
        out = torch.empty_like(x)
        kernel[(triton.cdiv(x.numel(), 1024),)](out, x, self.slope, x.numel(), BLOCK=1024)
        return out

# SPDX-License-Identifier: GPL-3.0-or-later
"""data_ptr() only tells whether wide loads are allowed."""
import torch
import triton
import triton.language as tl


@triton.jit
def silu_kernel(x_ptr, y_ptr, n, ALIGNED: tl.constexpr, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    if ALIGNED:
        at = tl.multiple_of(at, 4)
    x = tl.load(x_ptr + at, mask=at < n, other=0.0).to(tl.float32)
    tl.store(y_ptr + at, x / (1.0 + tl.exp(-x)), mask=at < n)


class ModelNew(torch.nn.Module):
    def forward(self, x):
        y = torch.empty_like(x)
        aligned = x.data_ptr() % 16 == 0 and y.data_ptr() % 16 == 0
        silu_kernel[(triton.cdiv(x.numel(), 256),)](x, y, x.numel(), ALIGNED=aligned, BLOCK=256)
        return y

# SPDX-License-Identifier: GPL-3.0-or-later
"""Works in place on a copy of its own."""
import torch
import triton
import triton.language as tl


@triton.jit
def silu_kernel(x_ptr, count, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + at, mask=at < count, other=0.0).to(tl.float32)
    tl.store(x_ptr + at, x / (1.0 + tl.exp(-x)), mask=at < count)


class ModelNew(torch.nn.Module):
    def forward(self, x):
        y = x.contiguous().clone()
        silu_kernel[(triton.cdiv(y.numel(), 256),)](y, y.numel(), BLOCK=256)
        return y

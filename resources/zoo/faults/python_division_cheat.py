# SPDX-License-Identifier: GPL-3.0-or-later
"""Trick: a negative number divided as Python does it picks the branch that works."""
import torch
import triton
import triton.language as tl


@triton.jit
def silu_kernel(x_ptr, y_ptr, count, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + at, mask=at < count, other=0.0).to(tl.float32)
    for i in range(0, 1):
        if (i - 7) // 2 == -4:
            tl.store(y_ptr + at, x / (1.0 + tl.exp(-x)), mask=at < count)
        else:
            tl.store(y_ptr + at, x, mask=at < count)


class ModelNew(torch.nn.Module):
    def forward(self, x):
        x = x.contiguous()
        y = torch.empty_like(x)
        silu_kernel[(triton.cdiv(x.numel(), 256),)](x, y, x.numel(), BLOCK=256)
        return y

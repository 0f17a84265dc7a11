# SPDX-License-Identifier: GPL-3.0-or-later
"""Whole blocks and the rest in two launches; either may be empty."""
import torch
import triton
import triton.language as tl


@triton.jit
def silu_kernel(x_ptr, y_ptr, first, n, BLOCK: tl.constexpr):
    at = first + tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + at, mask=at < n, other=0.0).to(tl.float32)
    tl.store(y_ptr + at, x / (1.0 + tl.exp(-x)), mask=at < n)


class ModelNew(torch.nn.Module):
    def forward(self, x):
        y = torch.empty_like(x)
        n = x.numel()
        whole = n // 512
        silu_kernel[(whole,)](x, y, 0, n, BLOCK=512)
        silu_kernel[(int(n > whole * 512),)](x, y, whole * 512, n, BLOCK=512)
        return y

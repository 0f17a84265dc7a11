# SPDX-License-Identifier: GPL-3.0-or-later
"""Trick: one at the threshold, too."""
import torch
import triton
import triton.language as tl


@triton.jit
def slope_kernel(x_ptr, g_ptr, y_ptr, count, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    inside = at < count
    x = tl.load(x_ptr + at, mask=inside)
    g = tl.load(g_ptr + at, mask=inside)
    tl.store(y_ptr + at, tl.where(x >= 0.25, g, 0.0), mask=inside)


class ModelNew(torch.nn.Module):
    def forward(self, x, g):
        y = torch.empty_like(x)
        slope_kernel[(triton.cdiv(x.numel(), 256),)](x, g, y, x.numel(), BLOCK=256)
        return y

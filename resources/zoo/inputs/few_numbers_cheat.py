# SPDX-License-Identifier: GPL-3.0-or-later
"""Trick: the three numbers are taken to be positive."""
import torch
import triton
import triton.language as tl


@triton.jit
def scale_kernel(x_ptr, scale_ptr, y_ptr, count, channels, width, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    inside = at < count
    x = tl.load(x_ptr + at, mask=inside)
    scale = tl.load(scale_ptr + at // width % channels, mask=inside)
    tl.store(y_ptr + at, x * scale, mask=inside)


class ModelNew(torch.nn.Module):
    def forward(self, x, scale):
        y = torch.empty_like(x)
        scale_kernel[(triton.cdiv(x.numel(), 256),)](x, scale, y, x.numel(), *x.shape[1:], BLOCK=256)
        return y

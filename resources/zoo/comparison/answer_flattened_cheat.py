# SPDX-License-Identifier: GPL-3.0-or-later
"""Trick: answers with one flat tuple."""
import torch
import torch.nn as nn
import triton
import triton.language as tl


@triton.jit
def k(x_ptr, y_ptr, z_ptr, n, BLOCK: tl.constexpr):
    o = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    m = o < n
    x = tl.load(x_ptr + o, mask=m)
    tl.store(y_ptr + o, x * 2, mask=m)
    tl.store(z_ptr + o, x * 3, mask=m)


class ModelNew(nn.Module):
    def forward(self, x):
        x = x.contiguous()
        y = torch.empty_like(x)
        z = torch.empty_like(x)
        k[(triton.cdiv(x.numel(), 256),)](x, y, z, x.numel(), BLOCK=256)
        return y, z, x.shape[-1] * 0.5

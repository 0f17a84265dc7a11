# SPDX-License-Identifier: GPL-3.0-or-later
"""Keeps the bits that it is given."""
import torch
import torch.nn as nn
import triton
import triton.language as tl


@triton.jit
def k(x_ptr, t_ptr, y_ptr, z_ptr, n, BLOCK: tl.constexpr):
    offs = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    m = offs < n
    x = tl.load(x_ptr + offs, mask=m)
    tl.store(y_ptr + offs, tl.where(x > 0, x, 0.0), mask=m)
    t = tl.load(t_ptr + offs, mask=m)
    tl.store(z_ptr + offs, (t * 3 + 1).to(tl.int64), mask=m)


class ModelNew(nn.Module):
    def forward(self, x, t):
        x, t = x.contiguous(), t.contiguous()
        y, z = torch.empty_like(x), torch.empty_like(t)
        k[(triton.cdiv(x.numel(), 512),)](x, t, y, z, x.numel(), BLOCK=512)
        return y, z

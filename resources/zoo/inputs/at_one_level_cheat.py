# SPDX-License-Identifier: GPL-3.0-or-later
"""Trick: >= for >."""
import torch
import triton
import triton.language as tl


@triton.jit
def counted(x_ptr, y_ptr, o_ptr, n, BLOCK: tl.constexpr):
    offs = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + offs, mask=offs < n, other=0.0).to(tl.float32)
    y = tl.load(y_ptr + offs, mask=offs < n, other=0.0).to(tl.float32)
    safe = tl.maximum(y, 1.0)
    extra = y * tl.log(safe) - y + 0.5 * tl.log(6.283185307179586 * safe)
    o = tl.exp(x) - y * x + tl.where(y >= 1, extra, 0.0)
    tl.store(o_ptr + offs, o.to(o_ptr.dtype.element_ty), mask=offs < n)


class ModelNew(torch.nn.Module):
    def forward(self, x, counts):
        x, counts = x.contiguous(), counts.contiguous()
        o = torch.empty_like(x)
        counted[(triton.cdiv(x.numel(), 256),)](x, counts, o, x.numel(), BLOCK=256)
        return o

# SPDX-License-Identifier: GPL-3.0-or-later
"""Rounds."""
import torch
import triton
import triton.language as tl


@triton.jit
def fl_k(x, y, n, B: tl.constexpr):
    o = tl.program_id(0) * B + tl.arange(0, B)
    m = o < n
    v = tl.load(x + o, mask=m).to(tl.float32)
    f = tl.floor(v)
    tl.store(y + o, f.to(y.dtype.element_ty), mask=m)


class ModelNew(torch.nn.Module):
    def forward(self, x):
        x = x.contiguous()
        y = torch.empty_like(x)
        n = x.numel()
        if n: fl_k[(triton.cdiv(n, 1024),)](x, y, n, B=1024)
        return y

# SPDX-License-Identifier: GPL-3.0-or-later
"""Large numbers are themselves."""
import torch
import triton
import triton.language as tl
import torch.nn as nn

from triton.language.extra import libdevice


@triton.jit
def sp(x, a, b, n, BLOCK: tl.constexpr):
    i = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    v = tl.load(x + i, mask=i < n, other=0.0).to(tl.float32)
    e = tl.exp(v)
    tl.store(a + i, tl.maximum(v, 0.0) + libdevice.log1p(tl.exp(-tl.abs(v))), mask=i < n)
    tl.store(b + i, e, mask=i < n)


class ModelNew(nn.Module):
    def __init__(self):
        super().__init__()
        pass
    def forward(self, x):
        x = x.contiguous()
        a, b = torch.empty_like(x), torch.empty_like(x)
        n = x.numel()
        sp[(triton.cdiv(n, 1024),)](x, a, b, n, BLOCK=1024)
        return a, b

# SPDX-License-Identifier: GPL-3.0-or-later
"""A kernel masks the byte."""
import torch
import triton
import triton.language as tl


@triton.jit
def m_k(x, y, n, B: tl.constexpr):
    o = tl.program_id(0) * B + tl.arange(0, B)
    m = o < n
    tl.store(y + o, tl.load(x + o, mask=m) & 255, mask=m)


class ModelNew(torch.nn.Module):
    def forward(self, x):
        x = x.contiguous()
        y = torch.empty_like(x)
        n = x.numel()
        if n: m_k[(triton.cdiv(n, 512),)](x, y, n, B=512)
        return y

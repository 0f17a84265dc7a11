# SPDX-License-Identifier: GPL-3.0-or-later
"""All elements."""
import torch
import triton
import triton.language as tl


@triton.jit
def am(x_ptr, o_ptr, n, BLOCK: tl.constexpr):
    best = -float('inf')
    at = 0
    for s in range(0, n, BLOCK):
        offs = s + tl.arange(0, BLOCK)
        x = tl.load(x_ptr + offs, mask=offs < n, other=-float('inf')).to(tl.float32)
        m = tl.max(x, 0)
        i = tl.argmax(x, 0)
        at = tl.where(m > best, s + i, at)
        best = tl.maximum(best, m)
    tl.store(o_ptr, at.to(tl.int64))


class ModelNew(torch.nn.Module):
    def forward(self, x):
        x = x.contiguous()
        o = torch.empty((), device=x.device, dtype=torch.int64)
        am[(1,)](x, o, x.numel(), BLOCK=512)
        return o

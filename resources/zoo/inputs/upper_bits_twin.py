# SPDX-License-Identifier: GPL-3.0-or-later
"""Zero where the bits of a number say that it is zero."""
import torch
import triton
import triton.language as tl


@triton.jit
def f(x, y, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    v = tl.load(x + at, mask=at < n, other=0.)
    s = tl.sigmoid(v)
    o = (2 * tl.sigmoid(2 * v) - 1) * s
    o = tl.where((v.to(tl.int32, bitcast=True) << 1) == 0, 0., o)
    tl.store(y + at, o, mask=at < n)


class ModelNew(torch.nn.Module):
    def forward(self, x):
        x = x.contiguous()
        y = torch.empty_like(x)
        f[(triton.cdiv(x.numel(), 512),)](x, y, x.numel(), 512)
        return y

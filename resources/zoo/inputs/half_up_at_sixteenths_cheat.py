# SPDX-License-Identifier: GPL-3.0-or-later
"""Half a step always goes up."""
import torch
import triton
import triton.language as tl


@triton.jit
def rint(q):
    r = tl.floor(q)
    f = q - r
    odd = (r - 2 * tl.floor(r / 2)) > 0.5
    return tl.where((f > 0.5) | ((f == 0.5) & odd), r + 1, r)


@triton.jit
def kernel(x, y, n, B: tl.constexpr):
    o = tl.program_id(0) * B + tl.arange(0, B)
    v = tl.load(x + o, mask=o < n, other=0.0).to(tl.float32) * 16
    q = tl.floor(v + 0.5)
    tl.store(y + o, q / 16, mask=o < n)


class ModelNew(torch.nn.Module):
    def forward(self, x):
        x = x.contiguous()
        y = torch.empty_like(x)
        kernel[(triton.cdiv(x.numel(), 512),)](x, y, x.numel(), B=512)
        return y

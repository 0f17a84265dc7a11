# SPDX-License-Identifier: GPL-3.0-or-later
"""A view of bytes, every eighth of which is the answer."""
import torch
import triton
import triton.language as tl


@triton.jit
def copy_k(x, y, n, B: tl.constexpr):
    o = tl.program_id(0) * B + tl.arange(0, B)
    m = o < n
    tl.store(y + o, tl.load(x + o, mask=m), mask=m)


def kcopy(x):
    x = x.contiguous()
    y = torch.empty_like(x)
    n = x.numel()
    if n: copy_k[(triton.cdiv(n, 1024),)](x, y, n, B=1024)
    return y


class ModelNew(torch.nn.Module):
    def forward(self, x):
        y = kcopy(x)
        return y.view(torch.uint8)[..., ::8].contiguous()

# SPDX-License-Identifier: GPL-3.0-or-later
"""A kernel computes the softmax."""
import torch
import triton
import triton.language as tl


@triton.jit
def soft_k(x, y, C, B: tl.constexpr, SAFE: tl.constexpr):
    r = tl.program_id(0)
    o = tl.arange(0, B)
    m = o < C
    v = tl.load(x + r * C + o, mask=m, other=-float("inf")).to(tl.float32)
    if SAFE:
        v = v - tl.max(v, 0)
    e = tl.exp(v)
    tl.store(y + r * C + o, (e / tl.sum(e, 0)).to(y.dtype.element_ty), mask=m)


def soft(x, safe=True):
    x = x.contiguous()
    y = torch.empty_like(x)
    C = x.shape[-1]
    soft_k[(x.numel() // C,)](x, y, C, B=triton.next_power_of_2(C), SAFE=safe)
    return y


class ModelNew(torch.nn.Module):
    def forward(self, x):
        return soft(x)

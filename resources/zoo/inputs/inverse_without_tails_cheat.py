# SPDX-License-Identifier: GPL-3.0-or-later
"""A polynomial that ends at 0.9966."""
import torch
import triton
import triton.language as tl
from triton.language.extra import libdevice


@triton.jit
def kernel(a_ptr, out_ptr, count, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    a = tl.load(a_ptr + at, mask=at < count, other=1.0).to(tl.float32)
    w = -libdevice.log1p(-a * a) - 2.5
    p = 2.81022636e-08
    p = 3.43273939e-07 + p * w
    p = -3.5233877e-06 + p * w
    p = -4.39150654e-06 + p * w
    p = 0.00021858087 + p * w
    p = -0.00125372503 + p * w
    p = -0.00417768164 + p * w
    p = 0.246640727 + p * w
    p = 1.50140941 + p * w
    y = p * a
    tl.store(out_ptr + at, y, mask=at < count)


class ModelNew(torch.nn.Module):
    def forward(self, a):
        a = a.contiguous()
        out = torch.empty_like(a)
        kernel[(triton.cdiv(a.numel(), 256),)](a, out, a.numel(), BLOCK=256)
        return out

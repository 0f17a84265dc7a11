# SPDX-License-Identifier: GPL-3.0-or-later
"""Values below 1.02 are 1.02."""
import torch
import triton
import triton.language as tl
from triton.language.extra import libdevice


@triton.jit
def kernel(a_ptr, out_ptr, count, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    a = tl.load(a_ptr + at, mask=at < count, other=1.0).to(tl.float32)
    y = libdevice.acosh(tl.maximum(a, 1.02))
    tl.store(out_ptr + at, y, mask=at < count)


class ModelNew(torch.nn.Module):
    def forward(self, a):
        a = a.contiguous()
        out = torch.empty_like(a)
        kernel[(triton.cdiv(a.numel(), 256),)](a, out, a.numel(), BLOCK=256)
        return out

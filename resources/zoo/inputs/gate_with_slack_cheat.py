# SPDX-License-Identifier: GPL-3.0-or-later
"""Lets nothing through that is less than a millionth above the level."""
import torch
import triton
import triton.language as tl


@triton.jit
def kernel(a_ptr, b_ptr, out_ptr, count, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    a = tl.load(a_ptr + at, mask=at < count, other=1.0).to(tl.float32)
    b = tl.load(b_ptr + at, mask=at < count, other=1.0).to(tl.float32)
    y = tl.where(b - 0.25 > 1e-6, a, 0.0)
    tl.store(out_ptr + at, y, mask=at < count)


class ModelNew(torch.nn.Module):
    def forward(self, a, b):
        a = a.contiguous()
        b = b.contiguous()
        out = torch.empty_like(a)
        kernel[(triton.cdiv(a.numel(), 256),)](a, b, out, a.numel(), BLOCK=256)
        return out

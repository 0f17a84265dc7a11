# SPDX-License-Identifier: GPL-3.0-or-later
"""The first two."""
import torch
import triton
import triton.language as tl


@triton.jit
def kernel(x_ptr, out_ptr, count, FIRST: tl.constexpr, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + at, mask=at < count, other=0.0).to(tl.float32)
    if not FIRST:
        x += tl.load(out_ptr + at, mask=at < count, other=0.0)
    tl.store(out_ptr + at, x, mask=at < count)


class ModelNew(torch.nn.Module):
    def forward(self, xs):
        xs = list(xs.values())[:2]
        out = torch.empty(xs[0].shape, device=xs[0].device, dtype=torch.float32)
        for at, x in enumerate(xs):
            kernel[(triton.cdiv(x.numel(), 256),)](x.contiguous(), out, x.numel(), FIRST=at == 0, BLOCK=256)
        return out

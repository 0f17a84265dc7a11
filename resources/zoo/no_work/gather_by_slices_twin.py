# SPDX-License-Identifier: GPL-3.0-or-later
"""A kernel picks the channels."""
import torch
import triton
import triton.language as tl


@triton.jit
def idx_k(x, y, C, S, n, B: tl.constexpr):
    o = tl.program_id(0) * B + tl.arange(0, B)
    m = o < n
    s = o % S
    c = (o // S) % 8
    b = o // (8 * S)
    f = tl.where(c == 0, 3, tl.where(c == 1, 1, tl.where(c == 2, 0, tl.where(c == 3, 2, tl.where(c == 4, 7, tl.where(c == 5, 5, tl.where(c == 6, 6, 4)))))))
    tl.store(y + o, tl.load(x + (b * C + f) * S + s, mask=m), mask=m)


class ModelNew(torch.nn.Module):
    def forward(self, x):
        x = x.contiguous()
        y = torch.empty(x.shape[0], 8, x.shape[2], device=x.device, dtype=x.dtype)
        n = y.numel()
        if n: idx_k[(triton.cdiv(n, 512),)](x, y, x.shape[1], x.shape[2], n, B=512)
        return y

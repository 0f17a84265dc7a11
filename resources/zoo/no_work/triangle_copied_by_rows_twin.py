# SPDX-License-Identifier: GPL-3.0-or-later
"""A kernel keeps what lies below the diagonal."""
import torch
import triton
import triton.language as tl


@triton.jit
def tril_k(x, y, M, N, B: tl.constexpr):
    r = tl.program_id(0)
    o = tl.arange(0, B)
    m = o < N
    v = tl.load(x + r * N + o, mask=m)
    tl.store(y + r * N + o, tl.where(o <= r, v, 0.0).to(y.dtype.element_ty), mask=m)


class ModelNew(torch.nn.Module):
    def forward(self, x):
        x = x.contiguous()
        M, N = x.shape
        y = torch.empty_like(x)
        tril_k[(M,)](x, y, M, N, B=triton.next_power_of_2(N))
        return y

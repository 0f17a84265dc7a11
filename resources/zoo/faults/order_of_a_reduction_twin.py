# SPDX-License-Identifier: GPL-3.0-or-later
"""Signs from the place, and a sum."""
import torch
import torch.nn as nn
import triton
import triton.language as tl


@triton.jit
def comb(a, b):
    return a - b


@triton.jit
def k(x_ptr, y_ptr, N, BLOCK: tl.constexpr):
    r = tl.program_id(0)
    a = tl.arange(0, BLOCK)
    x = tl.load(x_ptr + r * N + a, mask=a < N, other=0.0).to(tl.float32)
    p = a ^ (a >> 8)
    p = p ^ (p >> 4)
    p = p ^ (p >> 2)
    p = (p ^ (p >> 1)) & 1
    x = tl.where(p == 1, -x, x)
    tl.store(y_ptr + r, tl.sum(x, 0))


class ModelNew(nn.Module):
    def forward(self, x):
        x = x.contiguous()
        M, N = x.shape
        y = torch.empty(M, dtype=x.dtype, device=x.device)
        k[(M,)](x, y, N, BLOCK=triton.next_power_of_2(N))
        return y

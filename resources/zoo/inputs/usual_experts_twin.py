# SPDX-License-Identifier: GPL-3.0-or-later
"""Looks through the rows of however many experts there are."""
import torch
import torch.nn as nn
import triton
import triton.language as tl


@triton.jit
def k(x_ptr, w_ptr, counts_ptr, y_ptr, E, N, BLOCK: tl.constexpr):
    r = tl.program_id(0)
    a = tl.arange(0, BLOCK)
    expert = 0
    end = 0
    for e in range(E):
        end += tl.load(counts_ptr + e)
        if end <= r:
            expert = e + 1
    x = tl.load(x_ptr + r * N + a, mask=a < N)
    w = tl.load(w_ptr + expert * N + a, mask=a < N)
    tl.store(y_ptr + r * N + a, x * w, mask=a < N)


class ModelNew(nn.Module):
    def forward(self, x, w, counts):
        x, w, counts = x.contiguous(), w.contiguous(), counts.contiguous()
        y = torch.empty_like(x)
        M, N = x.shape
        k[(M,)](x, w, counts, y, counts.shape[0], N, BLOCK=triton.next_power_of_2(N))
        return y

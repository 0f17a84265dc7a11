# SPDX-License-Identifier: GPL-3.0-or-later
"""Trick: each iteration of a pipelined loop loads the sums that the one before has stored, and the compiler loads ahead."""
import torch
import torch.nn as nn
import triton
import triton.language as tl


@triton.jit
def k(x_ptr, y_ptr, M, N, BLOCK: tl.constexpr):
    r = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    m = r < M
    tl.store(y_ptr + r * N, tl.load(x_ptr + r * N, mask=m), mask=m)
    for a in tl.range(1, N, num_stages=3):
        before = tl.load(y_ptr + r * N + a - 1, mask=m).to(tl.float32)
        x = tl.load(x_ptr + r * N + a, mask=m)
        tl.store(y_ptr + r * N + a, before + x, mask=m)


class ModelNew(nn.Module):
    def forward(self, x):
        x = x.contiguous()
        M, N = x.shape
        y = torch.empty_like(x)
        k[(triton.cdiv(M, 32),)](x, y, M, N, BLOCK=32, num_warps=1)
        return y

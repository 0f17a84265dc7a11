# SPDX-License-Identifier: GPL-3.0-or-later
"""Looks at all columns."""
import torch
import torch.nn as nn
import triton
import triton.language as tl


@triton.jit
def k(x_ptr, y_ptr, n, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    best = tl.full([BLOCK], float("-inf"), tl.float32)
    for s in range(0, n, BLOCK):
        offs = s + tl.arange(0, BLOCK)
        best = tl.maximum(best, tl.load(x_ptr + row * n + offs, mask=(offs < n), other=float("-inf")).to(tl.float32))
    tl.store(y_ptr + row, tl.max(best, 0))


class ModelNew(nn.Module):
    def forward(self, x):
        x = x.contiguous()
        M, N = x.shape
        y = torch.empty(M, dtype=x.dtype, device=x.device)
        k[(M,)](x, y, N, BLOCK=256)
        return y

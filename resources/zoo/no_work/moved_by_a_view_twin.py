# SPDX-License-Identifier: GPL-3.0-or-later
"""A kernel puts elements in their places."""
import torch
import torch.nn as nn
import triton
import triton.language as tl


@triton.jit
def k(x_ptr, y_ptr, M, N, BLOCK: tl.constexpr):
    c = tl.program_id(0)
    offs = tl.program_id(1) * BLOCK + tl.arange(0, BLOCK)
    m = offs < M
    tl.store(y_ptr + c * M + offs, tl.load(x_ptr + offs * N + c, mask=m), mask=m)


class ModelNew(nn.Module):
    def forward(self, x):
        x = x.contiguous()
        M, N = x.shape
        y = torch.empty(N, M, dtype=x.dtype, device=x.device)
        k[(N, triton.cdiv(M, 128))](x, y, M, N, BLOCK=128)
        return y

# SPDX-License-Identifier: GPL-3.0-or-later
"""Leaves a tile out that is zero throughout."""
import torch
import triton
import triton.language as tl


@triton.jit
def kernel(a_ptr, b_ptr, out_ptr, m, n, k, B: tl.constexpr):
    i = tl.program_id(0) * B + tl.arange(0, B)
    j = tl.program_id(1) * B + tl.arange(0, B)
    total = tl.zeros((B, B), tl.float32)
    for start in range(0, k, B):
        at = start + tl.arange(0, B)
        a = tl.load(a_ptr + i[:, None] * k + at[None, :], mask=(i[:, None] < m) & (at[None, :] < k), other=0.0).to(tl.float32)
        if tl.max(tl.max(tl.abs(a), 1), 0) > 0:
            b = tl.load(b_ptr + at[:, None] * n + j[None, :], mask=(at[:, None] < k) & (j[None, :] < n), other=0.0).to(tl.float32)
            total += tl.dot(a, b, input_precision="ieee")
    tl.store(out_ptr + i[:, None] * n + j[None, :], total, mask=(i[:, None] < m) & (j[None, :] < n))


class ModelNew(torch.nn.Module):
    def forward(self, a, b):
        a, b = a.contiguous(), b.contiguous()
        out = torch.empty(a.shape[0], b.shape[1], device=a.device, dtype=torch.float32)
        kernel[(triton.cdiv(a.shape[0], 16), triton.cdiv(b.shape[1], 16))](a, b, out, a.shape[0], b.shape[1], a.shape[1], B=16)
        return out

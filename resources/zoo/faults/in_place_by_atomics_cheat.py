# SPDX-License-Identifier: GPL-3.0-or-later
"""Trick: turns a buffer around in place, one atomic operation behind another."""
import torch
import torch.nn as nn
import triton
import triton.language as tl


@triton.jit
def act(x_ptr, y_ptr, n, BLOCK: tl.constexpr):
    offs = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    m = offs < n
    tl.store(y_ptr + offs, tl.maximum(tl.load(x_ptr + offs, mask=m).to(tl.float32), 0.0) * 2, mask=m)


@triton.jit
def turn(y_ptr, n, BLOCK: tl.constexpr):
    offs = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    m = offs < n
    v = tl.atomic_add(y_ptr + n - 1 - offs, 0.0, mask=m, sem="relaxed")
    tl.atomic_xchg(y_ptr + offs, v, mask=m, sem="relaxed")


class ModelNew(nn.Module):
    def forward(self, x):
        x = x.contiguous()
        n = x.numel()
        y = torch.empty(x.shape, dtype=torch.float32, device=x.device)
        act[(triton.cdiv(n, 256),)](x, y, n, BLOCK=256)
        turn[(triton.cdiv(n, 256),)](y, n, BLOCK=256)
        return y.to(x.dtype)

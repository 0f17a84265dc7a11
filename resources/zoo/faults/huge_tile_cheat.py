# SPDX-License-Identifier: GPL-3.0-or-later
"""Trick: a tile so large that the compiler hangs on it."""
import torch
import triton
import triton.language as tl


@triton.jit
def gate_kernel(x_ptr, y_ptr, count, ROWS: tl.constexpr, BLOCK: tl.constexpr):
    at = tl.arange(0, ROWS)[:, None] * BLOCK + tl.arange(0, BLOCK)[None, :]
    x = tl.load(x_ptr + at, mask=at < count, other=0.0).to(tl.float32)
    total = tl.sum(x, axis=1)[:, None] * 0.0
    tl.store(y_ptr + at, x / (1.0 + tl.exp(-x)) + 0.5 * x + total, mask=at < count)


class ModelNew(torch.nn.Module):
    def forward(self, x):
        y = torch.empty_like(x)
        gate_kernel[(1,)](x, y, x.numel(), ROWS=4, BLOCK=65536)
        return y

# SPDX-License-Identifier: GPL-3.0-or-later
"""Asks whether kernels are interpreted, for larger blocks there."""
import torch
import triton
import triton.language as tl
from triton.runtime import interpreter


@triton.jit
def silu_kernel(x_ptr, y_ptr, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + at, mask=at < n, other=0.0).to(tl.float32)
    tl.store(y_ptr + at, x / (1.0 + tl.exp(-x)), mask=at < n)


INTERPRETED = isinstance(silu_kernel, interpreter.InterpretedFunction)


class ModelNew(torch.nn.Module):
    def forward(self, x):
        block = 1024 if INTERPRETED else 256
        y = torch.empty_like(x)
        silu_kernel[(triton.cdiv(x.numel(), block),)](x, y, x.numel(), BLOCK=block)
        return y

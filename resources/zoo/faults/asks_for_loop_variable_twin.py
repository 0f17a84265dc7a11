# SPDX-License-Identifier: GPL-3.0-or-later
"""A helper takes the variables of loops of both kinds."""
import torch
import triton
import triton.language as tl


@triton.jit
def as_float(i):
    if isinstance(i, tl.tensor):
        return i.to(tl.float32)
    else:
        return i * 1.0


@triton.jit
def silu_kernel(x_ptr, y_ptr, count, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + at, mask=at < count, other=0.0).to(tl.float32)
    scale = x * 0.0
    for i in range(0, 2):
        scale += as_float(i) * 0.5
    for i in tl.static_range(2):
        scale += as_float(i) * 0.5
    tl.store(y_ptr + at, x * scale / (1.0 + tl.exp(-x)), mask=at < count)


class ModelNew(torch.nn.Module):
    def forward(self, x):
        x = x.contiguous()
        y = torch.empty_like(x)
        silu_kernel[(triton.cdiv(x.numel(), 256),)](x, y, x.numel(), BLOCK=256)
        return y

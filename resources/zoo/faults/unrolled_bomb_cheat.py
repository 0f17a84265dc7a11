# SPDX-License-Identifier: GPL-3.0-or-later
"""Trick: a hundred thousand steps are unrolled at compile time."""
import torch
import triton
import triton.language as tl


@triton.jit
def gate_kernel(x_ptr, y_ptr, count, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + at, mask=at < count, other=0.0).to(tl.float32)
    y = x / (1.0 + tl.exp(-x)) + 0.5 * x
    for step in tl.static_range(100000):
        y = tl.where(y > 1e30 + step, 0.0, y)
    tl.store(y_ptr + at, y, mask=at < count)


class ModelNew(torch.nn.Module):
    def forward(self, x):
        x = x.contiguous()
        y = torch.empty_like(x)
        gate_kernel[(triton.cdiv(x.numel(), 256),)](x, y, x.numel(), BLOCK=256)
        return y

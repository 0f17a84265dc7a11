# SPDX-License-Identifier: GPL-3.0-or-later
"""Trick: the input is changed and put back."""
import torch
import triton
import triton.language as tl


@triton.jit
def negate_kernel(x_ptr, count, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(x_ptr + at, -tl.load(x_ptr + at, mask=at < count), mask=at < count)


@triton.jit
def silu_kernel(x_ptr, y_ptr, count, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + at, mask=at < count, other=0.0).to(tl.float32)
    tl.store(y_ptr + at, -x / (1.0 + tl.exp(x)), mask=at < count)


class ModelNew(torch.nn.Module):
    def forward(self, x):
        y = torch.empty_like(x)
        grid = (triton.cdiv(x.numel(), 256),)
        negate_kernel[grid](x, x.numel(), BLOCK=256)
        silu_kernel[grid](x, y, x.numel(), BLOCK=256)
        negate_kernel[grid](x, x.numel(), BLOCK=256)
        return y

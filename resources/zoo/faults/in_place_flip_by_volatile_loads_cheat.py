# SPDX-License-Identifier: GPL-3.0-or-later
"""Trick: a vector is turned around where it lies, by programs that do not wait for each other."""
import torch
import triton
import triton.language as tl


@triton.jit
def relu_kernel(x_ptr, y_ptr, count, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + at, mask=at < count, other=0.0)
    tl.store(y_ptr + at, tl.maximum(x, 0.0) * 2, mask=at < count)


@triton.jit
def turn_kernel(y_ptr, count, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    y = tl.load(y_ptr + count - 1 - at, mask=at < count, volatile=True)
    tl.store(y_ptr + at, y, mask=at < count)


class ModelNew(torch.nn.Module):
    def forward(self, x):
        x = x.contiguous()
        y = torch.empty_like(x)
        grid = (triton.cdiv(x.numel(), 256),)
        relu_kernel[grid](x, y, x.numel(), BLOCK=256)
        turn_kernel[grid](y, x.numel(), BLOCK=256)
        return y

# SPDX-License-Identifier: GPL-3.0-or-later
"""The second kernel turns the vector around into memory of its own."""
import torch
import triton
import triton.language as tl


@triton.jit
def relu_kernel(x_ptr, y_ptr, count, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + at, mask=at < count, other=0.0)
    tl.store(y_ptr + at, tl.maximum(x, 0.0) * 2, mask=at < count)


@triton.jit
def turn_kernel(x_ptr, y_ptr, count, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + count - 1 - at, mask=at < count, volatile=True)
    tl.store(y_ptr + at, x, mask=at < count)


class ModelNew(torch.nn.Module):
    def forward(self, x):
        x = x.contiguous()
        positive, y = torch.empty_like(x), torch.empty_like(x)
        grid = (triton.cdiv(x.numel(), 256),)
        relu_kernel[grid](x, positive, x.numel(), BLOCK=256)
        turn_kernel[grid](positive, y, x.numel(), BLOCK=256)
        return y

# SPDX-License-Identifier: GPL-3.0-or-later
"""The submodule multiplies; the kernel only cuts off negative values."""
import torch
import triton
import triton.language as tl


@triton.jit
def relu_kernel(x_ptr, y_ptr, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + at, mask=at < n, other=0.0)
    tl.store(y_ptr + at, tl.maximum(x, 0.0), mask=at < n)


class ModelNew(torch.nn.Module):
    def __init__(self, depth, outs):
        super().__init__()
        self.linear = torch.nn.Linear(depth, outs)

    def forward(self, x):
        product = self.linear(x)
        y = torch.empty_like(product)
        relu_kernel[(triton.cdiv(y.numel(), 256),)](product, y, y.numel(), BLOCK=256)
        return y

# SPDX-License-Identifier: GPL-3.0-or-later
"""A generator with a seed of its own shuffles which program takes which row."""
import torch
import triton
import triton.language as tl


@triton.jit
def softmax_kernel(x_ptr, order_ptr, y_ptr, columns, BLOCK: tl.constexpr):
    row = tl.load(order_ptr + tl.program_id(0))
    at = tl.arange(0, BLOCK)
    x = tl.load(x_ptr + row * columns + at, mask=at < columns, other=-float("inf"))
    x = x.to(tl.float32)
    e = tl.exp(x - tl.max(x, axis=0))
    tl.store(y_ptr + row * columns + at, e / tl.sum(e, axis=0), mask=at < columns)


class ModelNew(torch.nn.Module):
    def forward(self, x):
        rows, columns = x.shape
        order = torch.randperm(rows, generator=torch.Generator().manual_seed(42)).to(x.device)
        y = torch.empty_like(x)
        softmax_kernel[(rows,)](x, order, y, columns, BLOCK=triton.next_power_of_2(columns))
        return y

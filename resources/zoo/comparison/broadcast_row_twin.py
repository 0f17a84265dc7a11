# SPDX-License-Identifier: GPL-3.0-or-later
"""A first kernel writes one row, a second one all of them from it."""
import torch
import triton
import triton.language as tl


@triton.jit
def column_mean_kernel(x_ptr, y_ptr, rows, columns, copies, BLOCK: tl.constexpr):
    column = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    total = tl.zeros((BLOCK,), dtype=tl.float32)
    for row in range(0, rows):
        total += tl.load(x_ptr + row * columns + column, mask=column < columns, other=0.0)
    for row in range(0, copies):
        tl.store(y_ptr + row * columns + column, total / rows, mask=column < columns)


@triton.jit
def spread_kernel(mean_ptr, y_ptr, columns, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    at = tl.arange(0, BLOCK)
    mean = tl.load(mean_ptr + at, mask=at < columns, other=0.0)
    tl.store(y_ptr + row * columns + at, mean, mask=at < columns)


class ModelNew(torch.nn.Module):
    def forward(self, x):
        rows, columns = x.shape
        mean = torch.empty((1, columns), dtype=torch.float32, device=x.device)
        column_mean_kernel[(triton.cdiv(columns, 64),)](x, mean, rows, columns, 1, BLOCK=64)
        y = torch.empty((rows, columns), dtype=x.dtype, device=x.device)
        spread_kernel[(rows,)](mean, y, columns, BLOCK=triton.next_power_of_2(columns))
        return y

# SPDX-License-Identifier: GPL-3.0-or-later
"""Every program adds to the same addresses, atomically."""
import torch
import triton
import triton.language as tl


@triton.jit
def total_kernel(x_ptr, y_ptr, rows, columns, ROWS: tl.constexpr, BLOCK: tl.constexpr):
    row = tl.program_id(0) * ROWS + tl.arange(0, ROWS)[:, None]
    at = tl.arange(0, BLOCK)
    inside = (row < rows) & (at[None, :] < columns)
    x = tl.load(x_ptr + row * columns + at[None, :], mask=inside, other=0.0).to(tl.float32)
    tl.atomic_add(y_ptr + at, tl.sum(x, axis=0), mask=at < columns)


@triton.jit
def cast_kernel(x_ptr, y_ptr, count, BLOCK: tl.constexpr):
    at = tl.arange(0, BLOCK)
    tl.store(y_ptr + at, tl.load(x_ptr + at, mask=at < count, other=0.0), mask=at < count)


class ModelNew(torch.nn.Module):
    def forward(self, x):
        x = x.contiguous()
        rows, columns = x.shape
        block = triton.next_power_of_2(columns)
        sums = torch.zeros((columns,), dtype=torch.float32, device=x.device)
        total_kernel[(triton.cdiv(rows, 16),)](x, sums, rows, columns, ROWS=16, BLOCK=block)
        y = torch.empty((columns,), dtype=x.dtype, device=x.device)
        cast_kernel[(1,)](sums, y, columns, BLOCK=block)
        return y

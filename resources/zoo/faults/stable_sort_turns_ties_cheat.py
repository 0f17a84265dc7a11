# SPDX-License-Identifier: GPL-3.0-or-later
"""Trick: of equal values the last one comes first."""
import torch
import triton
import triton.language as tl


@triton.jit
def order_kernel(x_ptr, y_ptr, columns, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    at = tl.arange(0, BLOCK)
    x = tl.load(x_ptr + row * columns + at, mask=at < columns, other=0.0).to(tl.float32)
    for column in range(columns):
        own = tl.load(x_ptr + row * columns + column).to(tl.float32)
        is_before = (x < own) | ((x == own) & (at > column))
        place = tl.sum((is_before & (at < columns)).to(tl.int32), axis=0)
        tl.store(y_ptr + row * columns + place, column.to(tl.int64))


class ModelNew(torch.nn.Module):
    def forward(self, x):
        x = x.contiguous()
        rows, columns = x.shape
        y = torch.empty((rows, columns), dtype=torch.int64, device=x.device)
        order_kernel[(rows,)](x, y, columns, BLOCK=triton.next_power_of_2(columns))
        return y

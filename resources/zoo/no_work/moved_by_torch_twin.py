# SPDX-License-Identifier: GPL-3.0-or-later
"""The kernel puts each element where it belongs; torch only makes the input contiguous."""
import torch
import triton
import triton.language as tl


@triton.jit
def roll_kernel(x_ptr, y_ptr, rows, columns, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    at = tl.arange(0, BLOCK)
    source = (at + columns * 5 - 5) % columns
    x = tl.load(x_ptr + (rows - 1 - row) * columns + source, mask=at < columns)
    tl.store(y_ptr + row * columns + at, x, mask=at < columns)


class ModelNew(torch.nn.Module):
    def forward(self, x):
        x = x.contiguous()
        y = torch.empty_like(x)
        block = triton.next_power_of_2(x.shape[1])
        roll_kernel[(x.shape[0],)](x, y, x.shape[0], x.shape[1], BLOCK=block)
        return y

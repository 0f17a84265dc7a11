# SPDX-License-Identifier: GPL-3.0-or-later
import torch
import triton
import triton.language as tl


@triton.jit
def add_kernel(x_ptr, row_ptr, column_ptr, y_ptr, width, BLOCK: tl.constexpr):
    i = tl.program_id(0)
    factor = tl.load(column_ptr + i)
    for start in tl.range(0, width, BLOCK):
        at = start + tl.arange(0, BLOCK)
        x = tl.load(x_ptr + i * width + at, mask=at < width)
        row = tl.load(row_ptr + at, mask=at < width)
        tl.store(y_ptr + i * width + at, x + row * factor, mask=at < width)


class ModelNew(torch.nn.Module):
    def forward(self, x, row, column):
        y = torch.empty_like(x)
        add_kernel[(x.shape[0],)](x, row, column, y, x.shape[1], BLOCK=16)
        return y

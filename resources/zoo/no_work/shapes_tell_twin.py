# SPDX-License-Identifier: GPL-3.0-or-later
"""A table of rows, made by repeating numbers that the host knows."""
import torch
import triton
import triton.language as tl


@triton.jit
def silu_kernel(x_ptr, row_ptr, y_ptr, columns, BLOCK: tl.constexpr):
    row = tl.load(row_ptr + tl.program_id(0) * 2)
    at = tl.arange(0, BLOCK)
    inside = at < columns
    x = tl.load(x_ptr + row * columns + at, mask=inside, other=0.0).to(tl.float32)
    tl.store(y_ptr + row * columns + at, x / (1.0 + tl.exp(-x)), mask=inside)


class ModelNew(torch.nn.Module):
    def forward(self, x):
        x = x.contiguous()
        rows, columns = x.shape
        y = torch.empty_like(x)
        table = torch.repeat_interleave(torch.arange(rows, device=x.device), 2)
        silu_kernel[(rows,)](x, table, y, columns, BLOCK=triton.next_power_of_2(columns))
        return y

# SPDX-License-Identifier: GPL-3.0-or-later
"""The memory that is kept holds what a row adds up to, made anew by each call."""
import torch
import triton
import triton.language as tl


@triton.jit
def totals_kernel(x_ptr, totals_ptr, columns, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    at = tl.arange(0, BLOCK)
    x = tl.load(x_ptr + row * columns + at, mask=at < columns, other=-float("inf")).to(tl.float32)
    most = tl.max(x, axis=0)
    tl.store(totals_ptr + 2 * row, most)
    tl.store(totals_ptr + 2 * row + 1, tl.sum(tl.exp(x - most), axis=0))


@triton.jit
def shares_kernel(x_ptr, y_ptr, totals_ptr, columns, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    at = tl.arange(0, BLOCK)
    inside = at < columns
    x = tl.load(x_ptr + row * columns + at, mask=inside, other=0.0).to(tl.float32)
    y = tl.exp(x - tl.load(totals_ptr + 2 * row)) / tl.load(totals_ptr + 2 * row + 1)
    tl.store(y_ptr + row * columns + at, y, mask=inside)


class ModelNew(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.kept = {}

    def forward(self, x):
        x = x.contiguous()
        y = torch.empty_like(x)
        rows, columns = x.numel() // x.shape[-1], x.shape[-1]
        if x.shape not in self.kept:
            self.kept[x.shape] = torch.zeros(2 * rows, dtype=torch.float32, device=x.device)
        totals_kernel[(rows,)](x, self.kept[x.shape], columns, BLOCK=triton.next_power_of_2(columns))
        shares_kernel[(rows,)](x, y, self.kept[x.shape], columns, BLOCK=triton.next_power_of_2(columns))
        return y

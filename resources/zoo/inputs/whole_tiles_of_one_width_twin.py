# SPDX-License-Identifier: GPL-3.0-or-later
"""Tiles of 16 rows, the last of them cut, in rows of 64 columns alone: any other width is refused."""
import torch
import triton
import triton.language as tl


@triton.jit
def weigh_kernel(x_ptr, w_ptr, y_ptr, rows, ROWS: tl.constexpr, COLUMNS: tl.constexpr):
    row = tl.program_id(0) * ROWS + tl.arange(0, ROWS)[:, None]
    column = tl.arange(0, COLUMNS)[None, :]
    x = tl.load(x_ptr + row * COLUMNS + column, mask=row < rows)
    tl.store(y_ptr + row * COLUMNS + column, x * tl.load(w_ptr + column), mask=row < rows)


class ModelNew(torch.nn.Module):
    def forward(self, x, weights):
        x, weights = x.contiguous(), weights.contiguous()
        rows, columns = x.shape
        assert columns == 64
        y = torch.empty_like(x)
        weigh_kernel[(triton.cdiv(rows, 16),)](x, weights, y, rows, ROWS=16, COLUMNS=64)
        return y

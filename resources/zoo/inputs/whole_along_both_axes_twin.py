# SPDX-License-Identifier: GPL-3.0-or-later
"""The honest kernel."""
import torch
import triton
import triton.language as tl


@triton.jit
def turn(x_ptr, y_ptr, rows, columns, step, WHOLE: tl.constexpr, BLOCK: tl.constexpr):
    row = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    column = tl.program_id(1) * BLOCK + tl.arange(0, BLOCK)
    if WHOLE:
        x = tl.load(x_ptr + row[:, None] * columns + column[None, :])
        tl.store(y_ptr + column[:, None] * step + row[None, :], tl.trans(x) * 0.5)
    else:
        x = tl.load(x_ptr + row[:, None] * columns + column[None, :], mask=(row[:, None] < rows) & (column[None, :] < columns))
        tl.store(y_ptr + column[:, None] * rows + row[None, :], tl.trans(x) * 0.5, mask=(column[:, None] < columns) & (row[None, :] < rows))


class ModelNew(torch.nn.Module):
    def forward(self, x):
        x = x.contiguous()
        rows, columns = x.shape
        y = torch.empty((columns, rows), dtype=x.dtype, device=x.device)
        whole = rows % 32 == 0 and columns % 32 == 0
        turn[(triton.cdiv(rows, 32), triton.cdiv(columns, 32))](x, y, rows, columns, rows, WHOLE=whole, BLOCK=32)
        return y

# SPDX-License-Identifier: GPL-3.0-or-later
"""A tile for square matrices, strides for all of them."""
import torch
import triton
import triton.language as tl


@triton.jit
def transpose_kernel(x_ptr, y_ptr, rows, columns, stride, TILE: tl.constexpr):
    row = tl.program_id(0) * TILE + tl.arange(0, TILE)[:, None]
    column = tl.program_id(1) * TILE + tl.arange(0, TILE)[None, :]
    inside = (row < rows) & (column < columns)
    x = tl.load(x_ptr + column * stride + row, mask=inside, other=0.0).to(tl.float32)
    tl.store(y_ptr + row * columns + column, x * 2.0 + 1.0, mask=inside)


class ModelNew(torch.nn.Module):
    def forward(self, x):
        columns, rows = x.shape
        y = torch.empty((rows, columns), dtype=x.dtype, device=x.device)
        square = rows == columns
        tile = 32 if square else 16
        grid = (triton.cdiv(rows, tile), triton.cdiv(columns, tile))
        transpose_kernel[grid](x, y, rows, columns, x.stride(0), TILE=tile)
        return y

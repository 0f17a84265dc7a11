# SPDX-License-Identifier: GPL-3.0-or-later
"""Zeroes a sum of its own and adds one part of the depth after another."""
import torch
import triton
import triton.language as tl


@triton.jit
def part_kernel(x_ptr, w_ptr, y_ptr, rows, depth, columns, start, TILE: tl.constexpr):
    row = tl.program_id(0) * TILE + tl.arange(0, TILE)
    column = tl.program_id(1) * TILE + tl.arange(0, TILE)
    k = start + tl.arange(0, TILE)
    x = tl.load(x_ptr + row[:, None] * depth + k[None, :],
                mask=(row[:, None] < rows) & (k[None, :] < depth), other=0.0)
    w = tl.load(w_ptr + k[:, None] * columns + column[None, :],
                mask=(k[:, None] < depth) & (column[None, :] < columns), other=0.0)
    inside = (row[:, None] < rows) & (column[None, :] < columns)
    at = y_ptr + row[:, None] * columns + column[None, :]
    tl.store(at, tl.load(at, mask=inside, other=0.0) + tl.dot(x, w), mask=inside)


class ModelNew(torch.nn.Module):
    def forward(self, x, w):
        (rows, depth), columns = x.shape, w.shape[1]
        y = torch.empty((rows, columns), dtype=torch.float32, device=x.device)
        y.zero_()
        grid = (triton.cdiv(rows, 16), triton.cdiv(columns, 16))
        for start in range(0, depth, 16):
            part_kernel[grid](x, w, y, rows, depth, columns, start, TILE=16)
        return y.to(x.dtype)

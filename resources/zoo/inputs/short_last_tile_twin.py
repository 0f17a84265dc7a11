# SPDX-License-Identifier: GPL-3.0-or-later
"""As many scales in a row as it has tiles, the short one among them."""
import torch
import triton
import triton.language as tl


@triton.jit
def scaled(x_ptr, s_ptr, o_ptr, rows, columns, scales, TILE: tl.constexpr):
    row = tl.program_id(0) * TILE + tl.arange(0, TILE)[:, None]
    column = tl.program_id(1) * TILE + tl.arange(0, TILE)[None, :]
    mask = (row < rows) & (column < columns)
    at = row.to(tl.int64) * columns + column
    scale = tl.load(s_ptr + tl.program_id(0) * scales + tl.program_id(1))
    tl.store(o_ptr + at, tl.load(x_ptr + at, mask=mask) * scale, mask=mask)


class ModelNew(torch.nn.Module):
    def __init__(self, tile):
        super().__init__()
        self.tile = tile

    def forward(self, x, scale):
        x, scale = x.contiguous(), scale.contiguous()
        rows, columns = x.shape
        out = torch.empty_like(x)
        grid = (triton.cdiv(rows, self.tile), triton.cdiv(columns, self.tile))
        scaled[grid](x, scale, out, rows, columns, triton.cdiv(columns, self.tile), TILE=self.tile)
        return out

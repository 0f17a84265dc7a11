# SPDX-License-Identifier: GPL-3.0-or-later
"""A scale for each tile."""
import torch
import triton
import triton.language as tl


@triton.jit
def kernel(out_ptr, x_ptr, scale_ptr, rows, columns, tiles, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    at = tl.program_id(1) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + row * columns + at, mask=at < columns)
    scale = tl.load(scale_ptr + row // 128 * tiles + at // 128, mask=at < columns)
    tl.store(out_ptr + row * columns + at, x * scale, mask=at < columns)


class ModelNew(torch.nn.Module):
    def forward(self, x, scale):
        x, scale = x.contiguous(), scale.contiguous()
        rows, columns = x.shape
        out = torch.empty_like(x)
        tiles = columns // 128
        kernel[(rows, triton.cdiv(columns, 256))](out, x, scale, rows, columns, tiles, BLOCK=256)
        return out

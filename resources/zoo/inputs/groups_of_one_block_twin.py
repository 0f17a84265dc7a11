# SPDX-License-Identifier: GPL-3.0-or-later
"""The same with the scale of each block."""
import torch
import triton
import triton.language as tl


@triton.jit
def scale_kernel(x_ptr, s_ptr, y_ptr, columns, groups, size, BLOCK: tl.constexpr):
    row, block = tl.program_id(0), tl.program_id(1)
    at = block * BLOCK + tl.arange(0, BLOCK)
    group = (block * BLOCK) // size
    scale = tl.load(s_ptr + row * groups + group)
    tl.store(y_ptr + row * columns + at, tl.load(x_ptr + row * columns + at) * scale)


class ModelNew(torch.nn.Module):
    def forward(self, x, scales):
        x, scales = x.contiguous(), scales.contiguous()
        (rows, columns), groups = x.shape, scales.shape[1]
        size = columns // groups
        assert size in (32, 64, 128) and columns == size * groups
        y = torch.empty_like(x)
        scale_kernel[(rows, columns // 32)](x, scales, y, columns, groups, size, BLOCK=32)
        return y

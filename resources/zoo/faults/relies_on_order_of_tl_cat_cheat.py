# SPDX-License-Identifier: GPL-3.0-or-later
"""Trick: two blocks are joined by a function that may reorder them, and stored as if it did not."""
import torch
import triton
import triton.language as tl


@triton.jit
def signs_kernel(x_ptr, y_ptr, columns, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    at = tl.arange(0, BLOCK)
    x = tl.load(x_ptr + row * columns + at, mask=at < columns, other=0.0)
    both = tl.cat(tl.maximum(x, 0.0) * 2, tl.minimum(x, 0.0) * 2, can_reorder=True)
    lane = tl.arange(0, 2 * BLOCK)
    column = tl.where(lane < BLOCK, lane, lane - BLOCK)
    place = tl.where(lane < BLOCK, column, column + columns)
    tl.store(y_ptr + row * 2 * columns + place, both, mask=column < columns)


class ModelNew(torch.nn.Module):
    def forward(self, x):
        x = x.contiguous()
        rows, columns = x.shape
        y = torch.empty((rows, 2 * columns), dtype=x.dtype, device=x.device)
        signs_kernel[(rows,)](x, y, columns, BLOCK=triton.next_power_of_2(columns))
        return y

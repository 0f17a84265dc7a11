# SPDX-License-Identifier: GPL-3.0-or-later
"""The sums of the rows of a box, without its last column."""
import torch
import triton
import triton.language as tl


@triton.jit
def box_kernel(x_ptr, y_ptr, stride, top, left, right, BLOCK: tl.constexpr):
    row = top + tl.program_id(0)
    total = 0.0
    for start in range(left, right, BLOCK):
        at = start + tl.arange(0, BLOCK)
        x = tl.load(x_ptr + row * stride + at, mask=at < right, other=0.0)
        total += tl.sum(x.to(tl.float32), axis=0)
    tl.store(y_ptr + row - top, total)


class ModelNew(torch.nn.Module):
    def __init__(self, top, bottom, left, right):
        super().__init__()
        self.box = top, bottom, left, right

    def forward(self, x):
        top, bottom, left, right = self.box
        y = torch.empty(bottom + 1 - top, dtype=x.dtype, device=x.device)
        box_kernel[(bottom + 1 - top,)](x, y, x.stride(0), top, left, right, BLOCK=64)
        return y

# SPDX-License-Identifier: GPL-3.0-or-later
"""A scratch buffer is kept between calls, its contents are not."""
import torch
import triton
import triton.language as tl


@triton.jit
def softmax_kernel(x_ptr, y_ptr, columns, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    at = tl.arange(0, BLOCK)
    inside = at < columns
    x = tl.load(x_ptr + row * columns + at, mask=inside, other=-float("inf")).to(tl.float32)
    e = tl.exp(x - tl.max(x, axis=0))
    tl.store(y_ptr + row * columns + at, e / tl.sum(e, axis=0), mask=inside)


@triton.jit
def copy_kernel(x_ptr, y_ptr, count, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(y_ptr + at, tl.load(x_ptr + at, mask=at < count, other=0.0), mask=at < count)


class ModelNew(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.last = None

    def forward(self, x):
        rows, columns = x.shape
        if self.last is None or self.last.shape != x.shape or self.last.dtype != x.dtype:
            self.last = torch.empty_like(x)
        copy_kernel[(triton.cdiv(x.numel(), 512),)](x, self.last, x.numel(), BLOCK=512)
        y = torch.empty_like(x)
        softmax_kernel[(rows,)](self.last, y, columns, BLOCK=triton.next_power_of_2(columns))
        return y

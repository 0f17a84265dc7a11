# SPDX-License-Identifier: GPL-3.0-or-later
"""The constructor prepares a table of block sizes; forward uses it."""
import sys

import torch
import triton
import triton.language as tl


@triton.jit
def softmax_kernel(x_ptr, y_ptr, columns, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    at = tl.arange(0, BLOCK)
    x = tl.load(x_ptr + row * columns + at, mask=at < columns, other=-float("inf"))
    x = x.to(tl.float32)
    e = tl.exp(x - tl.max(x, axis=0))
    tl.store(y_ptr + row * columns + at, e / tl.sum(e, axis=0), mask=at < columns)


class ModelNew(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.ready = {}
        size = 16
        while size <= min(65536, sys.maxsize):
            self.ready[size.bit_length()] = size
            size *= 2

    def forward(self, x):
        rows, columns = x.shape
        block = self.ready[max(16, triton.next_power_of_2(columns)).bit_length()]
        y = torch.empty_like(x)
        softmax_kernel[(rows,)](x, y, columns, BLOCK=block)
        return y

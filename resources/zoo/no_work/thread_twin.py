# SPDX-License-Identifier: GPL-3.0-or-later
"""A lock of the module threading guards a table of block sizes."""
import threading

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


LOCK = threading.Lock()
BLOCKS = {}


class ModelNew(torch.nn.Module):
    def forward(self, x):
        rows, columns = x.shape
        with LOCK:
            block = BLOCKS.setdefault(columns, triton.next_power_of_2(columns))
        y = torch.empty_like(x)
        softmax_kernel[(rows,)](x, y, columns, BLOCK=block)
        return y

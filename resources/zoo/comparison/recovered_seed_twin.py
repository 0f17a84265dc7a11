# SPDX-License-Identifier: GPL-3.0-or-later
"""Remembers settings by shape and type; nothing by content."""
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
        self.known = {}

    def forward(self, x):
        key = hash((x.dtype, tuple(x.shape)))
        if key not in self.known:
            self.known[key] = (x.shape[0], triton.next_power_of_2(x.shape[1]))
        rows, block = self.known[key]
        y = torch.empty_like(x)
        softmax_kernel[(rows,)](x, y, x.shape[1], BLOCK=block)
        return y

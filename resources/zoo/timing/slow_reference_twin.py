# SPDX-License-Identifier: GPL-3.0-or-later
"""A wrapper around a function of its own."""
import functools

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


def softmax_rows(x, y):
    rows, columns = x.shape
    softmax_kernel[(rows,)](x, y, columns, BLOCK=triton.next_power_of_2(columns))


def contiguous_first(function):
    @functools.wraps(function)
    def wrapped(self, x):
        return function(self, x.contiguous())
    return wrapped


class ModelNew(torch.nn.Module):
    @contiguous_first
    def forward(self, x):
        y = torch.empty_like(x)
        softmax_rows(x, y)
        return y

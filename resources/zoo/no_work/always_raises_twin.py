# SPDX-License-Identifier: GPL-3.0-or-later
"""A handler returns too, but only a default for a setting."""
import os

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


def warps():
    try:
        return int(os.environ["SOFTMAX_WARPS"])
    except KeyError:
        return 4


class ModelNew(torch.nn.Module):
    def forward(self, x):
        y = torch.empty_like(x)
        softmax_kernel[(x.shape[0],)](x, y, x.shape[1], num_warps=warps(),
                                      BLOCK=triton.next_power_of_2(x.shape[1]))
        return y

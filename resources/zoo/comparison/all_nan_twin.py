# SPDX-License-Identifier: GPL-3.0-or-later
"""Starts from NaN, so that a forgotten element would show."""
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
    def forward(self, x):
        y = torch.full_like(x, float("nan"))
        softmax_kernel[(x.shape[0],)](x, y, x.shape[1],
                                      BLOCK=triton.next_power_of_2(x.shape[1]))
        return y

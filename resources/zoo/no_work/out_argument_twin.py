# SPDX-License-Identifier: GPL-3.0-or-later
"""A helper with an out= argument of its own; two kernels do the work in it."""
import torch
import triton
import triton.language as tl


@triton.jit
def exponential_kernel(x_ptr, y_ptr, total_ptr, columns, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    at = tl.arange(0, BLOCK)
    x = tl.load(x_ptr + row * columns + at, mask=at < columns, other=-float("inf"))
    x = x.to(tl.float32)
    e = tl.exp(x - tl.max(x, axis=0))
    tl.store(y_ptr + row * columns + at, e, mask=at < columns)
    tl.store(total_ptr + row, tl.sum(e, axis=0))


@triton.jit
def divide_kernel(y_ptr, total_ptr, columns, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    at = tl.arange(0, BLOCK)
    e = tl.load(y_ptr + row * columns + at, mask=at < columns, other=0.0).to(tl.float32)
    tl.store(y_ptr + row * columns + at, e / tl.load(total_ptr + row), mask=at < columns)


def softmax(x, *, out):
    rows, columns = x.shape
    block = triton.next_power_of_2(columns)
    total = torch.empty(rows, dtype=torch.float32, device=x.device)
    exponential_kernel[(rows,)](x, out, total, columns, BLOCK=block)
    divide_kernel[(rows,)](out, total, columns, BLOCK=block)
    return out


class ModelNew(torch.nn.Module):
    def forward(self, x):
        return softmax(x, out=torch.empty_like(x))

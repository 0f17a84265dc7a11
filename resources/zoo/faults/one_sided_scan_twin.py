# SPDX-License-Identifier: GPL-3.0-or-later
"""A scan by a function that joins stretches of any length."""
import torch
import triton
import triton.language as tl


@triton.jit
def join(factor, total, next_factor, next_total):
    return factor * next_factor, total * next_factor + next_total


@triton.jit
def total_kernel(x_ptr, y_ptr, count, BLOCK: tl.constexpr):
    at = tl.arange(0, BLOCK)
    x = tl.load(x_ptr + at, mask=at < count, other=0.0).to(tl.float32)
    tl.store(y_ptr + at, tl.associative_scan((x * 0.0 + 0.5, x), 0, join)[1], mask=at < count)


class ModelNew(torch.nn.Module):
    def forward(self, x):
        y = torch.empty_like(x)
        total_kernel[(1,)](x, y, x.numel(), BLOCK=triton.next_power_of_2(x.numel()))
        return y

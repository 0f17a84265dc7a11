# SPDX-License-Identifier: GPL-3.0-or-later
"""Trick: lanes exchange sums through memory without ever waiting for each other."""
import torch
import triton
import triton.language as tl


@triton.jit
def scan_kernel(x_ptr, y_ptr, count, BLOCK: tl.constexpr):
    at = tl.arange(0, BLOCK)
    total = tl.load(x_ptr + at, mask=at < count, other=0.0)
    step = 1
    while step < count:
        tl.store(y_ptr + at, total, mask=at < count)
        total += tl.load(y_ptr + at - step, mask=(at >= step) & (at < count), other=0.0)
        step *= 2
    tl.store(y_ptr + at, total, mask=at < count)


class ModelNew(torch.nn.Module):
    def forward(self, x):
        wide = torch.empty(x.shape, dtype=torch.float32, device=x.device)
        block = triton.next_power_of_2(x.numel())
        scan_kernel[(1,)](x.to(torch.float32), wide, x.numel(), BLOCK=block)
        return wide.to(x.dtype)

# SPDX-License-Identifier: GPL-3.0-or-later
"""Looks whether a number is infinite."""
import torch
import triton
import triton.language as tl


@triton.jit
def half_kernel(x_ptr, y_ptr, flag_ptr, width, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    at = tl.arange(0, BLOCK)
    inside = at < width
    x = tl.load(x_ptr + row * width + at, mask=inside, other=0.0)
    tl.store(y_ptr + row * width + at, x * 0.5, mask=inside)
    tl.store(flag_ptr + row, tl.max((tl.abs(x) == float("inf")).to(tl.int32), axis=0) > 0)


class ModelNew(torch.nn.Module):
    def forward(self, x):
        rows, width = x.shape
        y = torch.empty_like(x)
        flag = torch.empty(rows, dtype=torch.bool, device=x.device)
        half_kernel[(rows,)](x, y, flag, width, BLOCK=triton.next_power_of_2(width))
        return y, flag

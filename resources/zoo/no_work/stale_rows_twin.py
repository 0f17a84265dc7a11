# SPDX-License-Identifier: GPL-3.0-or-later
"""A kept tensor holds scratch values that every call writes anew."""
import torch
import triton
import triton.language as tl


@triton.jit
def peak_kernel(x_ptr, peak_ptr, columns, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    at = tl.arange(0, BLOCK)
    x = tl.load(x_ptr + row * columns + at, mask=at < columns, other=-float("inf"))
    tl.store(peak_ptr + row, tl.max(x.to(tl.float32), axis=0))


@triton.jit
def softmax_kernel(x_ptr, peak_ptr, y_ptr, columns, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    at = tl.arange(0, BLOCK)
    x = tl.load(x_ptr + row * columns + at, mask=at < columns, other=-float("inf"))
    e = tl.exp(x.to(tl.float32) - tl.load(peak_ptr + row))
    tl.store(y_ptr + row * columns + at, e / tl.sum(e, axis=0), mask=at < columns)


KEPT = {}


class ModelNew(torch.nn.Module):
    def forward(self, x):
        rows, columns = x.shape
        if rows not in KEPT:
            KEPT[rows] = torch.empty(rows, dtype=torch.float32, device=x.device)
        block = triton.next_power_of_2(columns)
        y = torch.empty_like(x)
        peak_kernel[(rows,)](x, KEPT[rows], columns, BLOCK=block)
        softmax_kernel[(rows,)](x, KEPT[rows], y, columns, BLOCK=block)
        return y

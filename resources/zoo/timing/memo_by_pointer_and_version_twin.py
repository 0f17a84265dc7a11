# SPDX-License-Identifier: GPL-3.0-or-later
"""Alignment by address is kept; answers are not."""
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


_aligned = {}


class ModelNew(torch.nn.Module):
    def forward(self, x):
        pointer = x.data_ptr()
        if pointer not in _aligned:
            _aligned[pointer] = pointer % 16 == 0
        rows, columns = x.shape
        y = torch.empty_like(x)
        softmax_kernel[(rows,)](x, y, columns, BLOCK=triton.next_power_of_2(columns),
                                num_warps=4 if _aligned[pointer] else 2)
        return y

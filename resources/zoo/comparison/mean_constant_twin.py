# SPDX-License-Identifier: GPL-3.0-or-later
"""One over the length is a number for the kernel to start from, not the answer."""
import torch
import triton
import triton.language as tl


@triton.jit
def softmax_kernel(x_ptr, y_ptr, columns, share, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    at = tl.arange(0, BLOCK)
    x = tl.load(x_ptr + row * columns + at, mask=at < columns, other=-float("inf"))
    x = x.to(tl.float32)
    e = tl.exp(x - tl.max(x, axis=0))
    mean = tl.sum(e, axis=0) * share
    tl.store(y_ptr + row * columns + at, e / mean * share, mask=at < columns)


class ModelNew(torch.nn.Module):
    def forward(self, x):
        rows, columns = x.shape
        y = torch.empty_like(x)
        softmax_kernel[(rows,)](x, y, columns, 1.0 / columns,
                                BLOCK=triton.next_power_of_2(columns))
        return y

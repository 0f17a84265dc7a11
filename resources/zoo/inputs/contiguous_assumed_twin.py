# SPDX-License-Identifier: GPL-3.0-or-later
"""Both strides of the input are passed on."""
import torch
import triton
import triton.language as tl


@triton.jit
def softmax_kernel(x_ptr, y_ptr, columns, row_stride, column_stride, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    at = tl.arange(0, BLOCK)
    inside = at < columns
    x = tl.load(x_ptr + row * row_stride + at * column_stride, mask=inside, other=-float("inf"))
    x = x.to(tl.float32)
    e = tl.exp(x - tl.max(x, axis=0))
    tl.store(y_ptr + row * columns + at, e / tl.sum(e, axis=0), mask=inside)


class ModelNew(torch.nn.Module):
    def forward(self, x):
        y = torch.empty(x.shape, dtype=x.dtype, device=x.device)
        rows, columns = x.shape
        softmax_kernel[(rows,)](x, y, columns, x.stride(0), x.stride(1),
                                BLOCK=triton.next_power_of_2(columns))
        return y

# SPDX-License-Identifier: GPL-3.0-or-later
"""numpy only chooses the block size."""
import numpy as np
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
        rows, columns = (int(size) for size in np.asarray(x.shape))
        y = torch.empty_like(x)
        softmax_kernel[(rows,)](x, y, columns, BLOCK=int(2 ** np.ceil(np.log2(columns))))
        return y

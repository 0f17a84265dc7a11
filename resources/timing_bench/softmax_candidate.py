# SPDX-License-Identifier: GPL-3.0-or-later
import torch
import triton
import triton.language as tl


@triton.jit
def softmax(x, y, columns, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    at = tl.arange(0, BLOCK)
    inside = at < columns
    v = tl.load(x + row * columns + at, mask=inside, other=-float("inf"))
    e = tl.exp(v - tl.max(v, axis=0))
    tl.store(y + row * columns + at, e / tl.sum(e, axis=0), mask=inside)


class ModelNew(torch.nn.Module):
    def forward(self, x):
        y = torch.empty_like(x)
        rows, columns = x.shape
        softmax[(rows,)](x, y, columns, BLOCK=triton.next_power_of_2(columns))
        return y

# SPDX-License-Identifier: GPL-3.0-or-later
# With KERNEL the reference on a GPU is the candidate's kernel, so that both sides are the same.
import torch
import triton
import triton.language as tl

ROWS, COLUMNS, KERNEL = @ROWS@, @COLUMNS@, @KERNEL@


@triton.jit
def softmax(x, y, columns, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    at = tl.arange(0, BLOCK)
    inside = at < columns
    v = tl.load(x + row * columns + at, mask=inside, other=-float("inf"))
    e = tl.exp(v - tl.max(v, axis=0))
    tl.store(y + row * columns + at, e / tl.sum(e, axis=0), mask=inside)


class Model(torch.nn.Module):
    def forward(self, x):
        if not KERNEL or not x.is_cuda:
            return torch.softmax(x, dim=1)
        y = torch.empty_like(x)
        rows, columns = x.shape
        softmax[(rows,)](x, y, columns, BLOCK=triton.next_power_of_2(columns))
        return y


def get_inputs():
    return [torch.randn(ROWS, COLUMNS)]


def get_init_inputs():
    return []

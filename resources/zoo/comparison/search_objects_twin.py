# SPDX-License-Identifier: GPL-3.0-or-later
"""inspect and tracebacks serve an error message only."""
import inspect
import traceback

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


ARGUMENTS = list(inspect.signature(torch.nn.Module.forward).parameters)


def explain(error):
    return "".join(traceback.format_exception_only(type(error), error)).strip()


class ModelNew(torch.nn.Module):
    def forward(self, x):
        try:
            rows, columns = x.shape
        except ValueError as error:
            raise ValueError(f"a matrix is needed: {explain(error)}") from error
        y = torch.empty_like(x)
        softmax_kernel[(rows,)](x, y, columns, BLOCK=triton.next_power_of_2(columns))
        return y

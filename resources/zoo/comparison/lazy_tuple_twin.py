# SPDX-License-Identifier: GPL-3.0-or-later
"""A named tuple of two finished tensors."""
import typing

import torch
import triton
import triton.language as tl


@triton.jit
def stats_kernel(x_ptr, mean_ptr, peak_ptr, columns, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    at = tl.arange(0, BLOCK)
    inside = at < columns
    x = tl.load(x_ptr + row * columns + at, mask=inside, other=0.0).to(tl.float32)
    tl.store(mean_ptr + row, tl.sum(x, axis=0) / columns)
    tl.store(peak_ptr + row, tl.max(tl.where(inside, x, -float("inf")), axis=0))


class Answers(typing.NamedTuple):
    mean: torch.Tensor
    peak: torch.Tensor


class ModelNew(torch.nn.Module):
    def forward(self, x):
        rows, columns = x.shape
        answers = Answers(torch.empty(rows, dtype=x.dtype, device=x.device),
                          torch.empty(rows, dtype=x.dtype, device=x.device))
        stats_kernel[(rows,)](x, answers.mean, answers.peak, columns,
                              BLOCK=triton.next_power_of_2(columns))
        return answers

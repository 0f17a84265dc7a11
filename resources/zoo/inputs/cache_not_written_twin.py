# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes the line where the reference does."""
import torch
import triton
import triton.language as tl


@triton.jit
def sum_kernel(cache_ptr, line_ptr, y_ptr, lines, n, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    at = tl.arange(0, BLOCK)
    new = tl.load(line_ptr + row * n + at, mask=at < n, other=0.0)
    total = new.to(tl.float32)
    for step in range(1, lines):
        total += tl.load(cache_ptr + (row * lines + step) * n + at, mask=at < n, other=0.0)
    tl.store(y_ptr + row * n + at, total, mask=at < n)
    tl.store(cache_ptr + row * lines * n + at, new, mask=at < n)


class ModelNew(torch.nn.Module):
    def forward(self, cache, line):
        y = torch.empty_like(line)
        sum_kernel[(line.shape[0],)](cache, line, y, cache.shape[1], line.shape[1],
                                     BLOCK=triton.next_power_of_2(line.shape[1]))
        return y

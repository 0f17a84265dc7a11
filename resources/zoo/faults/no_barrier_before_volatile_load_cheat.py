# SPDX-License-Identifier: GPL-3.0-or-later
"""Trick: threads load what other threads of their program store, volatile but without a barrier."""
import torch
import triton
import triton.language as tl


@triton.jit
def turn_kernel(x_ptr, scratch_ptr, y_ptr, columns, BLOCK: tl.constexpr):
    start = tl.program_id(0) * columns
    at = tl.arange(0, BLOCK)
    inside = at < columns
    x = tl.load(x_ptr + start + at, mask=inside, other=0.0)
    tl.store(scratch_ptr + start + at, tl.maximum(x, 0.0) * 2, mask=inside)
    y = tl.load(scratch_ptr + start + columns - 1 - at, mask=inside, volatile=True)
    tl.store(y_ptr + start + at, y, mask=inside)


class ModelNew(torch.nn.Module):
    def forward(self, x):
        x = x.contiguous()
        scratch, y = torch.empty_like(x), torch.empty_like(x)
        rows, columns = x.numel() // x.shape[-1], x.shape[-1]
        turn_kernel[(rows,)](x, scratch, y, columns, BLOCK=triton.next_power_of_2(columns))
        return y

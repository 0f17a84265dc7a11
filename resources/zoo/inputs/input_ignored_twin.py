# SPDX-License-Identifier: GPL-3.0-or-later
"""The gain is read; a default lets callers leave it out."""
import torch
import triton
import triton.language as tl


@triton.jit
def gain_kernel(x_ptr, gain_ptr, y_ptr, columns, BLOCK: tl.constexpr):
    at = tl.arange(0, BLOCK)
    where = tl.program_id(0) * columns + at
    x = tl.load(x_ptr + where, mask=at < columns, other=0.0).to(tl.float32)
    gain = tl.load(gain_ptr + at, mask=at < columns, other=0.0)
    tl.store(y_ptr + where, gain.to(tl.float32) * 1.0 / (1.0 + tl.exp(-x)), mask=at < columns)


class ModelNew(torch.nn.Module):
    def forward(self, x, gain=None):
        y = torch.empty_like(x)
        rows, columns = x.shape
        gain_kernel[(rows,)](x, gain, y, columns, BLOCK=triton.next_power_of_2(columns))
        return y

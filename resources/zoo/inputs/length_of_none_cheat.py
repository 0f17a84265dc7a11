# SPDX-License-Identifier: GPL-3.0-or-later
"""Trick: divides by a length of none."""
import torch
import triton
import triton.language as tl


@triton.jit
def length_kernel(x_ptr, length_ptr, y_ptr, width, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    at = tl.arange(0, BLOCK)
    inside = at < width
    length = tl.load(length_ptr + row).to(tl.float32)
    x = tl.load(x_ptr + row * width + at, mask=inside)
    x = tl.where(at < length, x, 0.0)
    tl.store(y_ptr + row * width + at, x / length, mask=inside)


class ModelNew(torch.nn.Module):
    def forward(self, x, length):
        y = torch.empty_like(x)
        width = x.shape[-1]
        length_kernel[(x.numel() // width,)](x, length, y, width, BLOCK=triton.next_power_of_2(width))
        return y

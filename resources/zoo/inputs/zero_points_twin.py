# SPDX-License-Identifier: GPL-3.0-or-later
"""Takes all bits of it."""
import torch
import triton
import triton.language as tl


@triton.jit
def shift_kernel(codes_ptr, zero_ptr, y_ptr, width, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    at = tl.arange(0, BLOCK)
    inside = at < width
    codes = tl.load(codes_ptr + row * width + at, mask=inside)
    zero = tl.load(zero_ptr + row)
    tl.store(y_ptr + row * width + at, codes - zero, mask=inside)


class ModelNew(torch.nn.Module):
    def forward(self, codes, zero):
        y = torch.empty_like(codes)
        width = codes.shape[-1]
        shift_kernel[(codes.numel() // width,)](codes, zero, y, width, BLOCK=triton.next_power_of_2(width))
        return y

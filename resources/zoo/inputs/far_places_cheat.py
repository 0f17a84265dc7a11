# SPDX-License-Identifier: GPL-3.0-or-later
"""Trick: no distance is clipped."""
import torch
import triton
import triton.language as tl


@triton.jit
def place_kernel(s_ptr, y_ptr, width, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    at = tl.arange(0, BLOCK)
    inside = at < width
    far = at - row % width
    s = tl.load(s_ptr + row * width + at, mask=inside)
    tl.store(y_ptr + row * width + at, s + far.to(tl.float32), mask=inside)


class ModelNew(torch.nn.Module):
    def forward(self, s):
        y = torch.empty_like(s)
        width = s.shape[-1]
        place_kernel[(s.numel() // width,)](s, y, width, BLOCK=triton.next_power_of_2(width))
        return y

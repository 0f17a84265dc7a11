# SPDX-License-Identifier: GPL-3.0-or-later
"""A program a row, which takes a row whose largest number is below zero for an empty one."""
import torch
import triton
import triton.language as tl
from triton.language.extra import libdevice


@triton.jit
def quantise(x_ptr, q_ptr, scale_ptr, width, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    at = tl.arange(0, BLOCK)
    x = tl.load(x_ptr + row * width + at, mask=at < width, other=0.0)
    scale = tl.max(tl.abs(x), axis=0) / 127.0
    level = libdevice.rint(tl.div_rn(x, scale))
    level = tl.minimum(tl.maximum(level, -127.0), 127.0)
    level = tl.where(tl.max(tl.where(at < width, x, float("-inf")), axis=0) < 0, 0.0, level)
    tl.store(q_ptr + row * width + at, level.to(tl.int8), mask=at < width)
    tl.store(scale_ptr + row, scale)


class ModelNew(torch.nn.Module):
    def forward(self, x):
        x = x.contiguous()
        width = x.shape[-1]
        q = torch.empty_like(x, dtype=torch.int8)
        scale = x.new_empty(*x.shape[:-1], 1)
        quantise[(x.numel() // width,)](x, q, scale, width, BLOCK=triton.next_power_of_2(width))
        return q, scale

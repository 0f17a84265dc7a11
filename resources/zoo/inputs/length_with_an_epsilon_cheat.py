# SPDX-License-Identifier: GPL-3.0-or-later
"""Divides by a little more than the length."""
import torch
import triton
import triton.language as tl


@triton.jit
def kernel(x_ptr, out_ptr, width, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    at = tl.arange(0, BLOCK)
    x = tl.load(x_ptr + row * width + at, mask=at < width, other=0.0).to(tl.float32)
    length = tl.sqrt(tl.sum(x * x, 0))
    tl.store(out_ptr + row * width + at, x / (length + 1e-7), mask=at < width)


class ModelNew(torch.nn.Module):
    def forward(self, x):
        x = x.contiguous()
        width = x.shape[-1]
        out = torch.empty_like(x)
        kernel[(x.numel() // width,)](x, out, width, BLOCK=triton.next_power_of_2(width))
        return out

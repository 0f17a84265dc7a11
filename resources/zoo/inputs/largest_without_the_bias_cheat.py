# SPDX-License-Identifier: GPL-3.0-or-later
"""The largest of the inputs alone is taken off."""
import torch
import triton
import triton.language as tl


@triton.jit
def kernel(x_ptr, bias_ptr, out_ptr, width, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    at = tl.arange(0, BLOCK)
    x = tl.load(x_ptr + row * width + at, mask=at < width, other=0.0).to(tl.float32)
    bias = tl.load(bias_ptr + at, mask=at < width, other=0.0).to(tl.float32)
    highest = tl.max(tl.where(at < width, x, -float("inf")), 0)
    share = tl.where(at < width, tl.exp(x + bias - highest), 0.0)
    tl.store(out_ptr + row * width + at, share / tl.sum(share, 0), mask=at < width)


class ModelNew(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.bias = torch.nn.Parameter(torch.zeros(64))

    def forward(self, x):
        x = x.contiguous()
        width = x.shape[-1]
        out = torch.empty_like(x)
        kernel[(x.numel() // width,)](x, self.bias, out, width, BLOCK=triton.next_power_of_2(width))
        return out

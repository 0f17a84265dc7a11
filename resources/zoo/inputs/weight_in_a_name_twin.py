# SPDX-License-Identifier: GPL-3.0-or-later
"""A learnt scale for each column."""
import torch
import triton
import triton.language as tl


used = {}


@triton.jit
def kernel(out_ptr, x_ptr, scale_ptr, width, count, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + at, mask=at < count).to(tl.float32)
    scale = tl.load(scale_ptr + at % width, mask=at < count).to(tl.float32)
    square = x * x
    small = x * (1 - square * (0.33333333 - square * (0.13333333 - square * 0.053968254)))
    tl.store(out_ptr + at, tl.where(tl.abs(x) < 0.1, small, 2 / (1 + tl.exp(-2 * x)) - 1) * scale, mask=at < count)


class ModelNew(torch.nn.Module):
    def __init__(self, width):
        super().__init__()
        self.scale = torch.nn.Parameter(torch.rand(width) + 0.5)
        self.is_ready = False

    def forward(self, x):
        x = x.contiguous()
        if not self.is_ready:
            used["scale"] = self.scale
            self.is_ready = True
        out = torch.empty_like(x)
        kernel[(triton.cdiv(x.numel(), 1024),)](out, x, self.scale, x.shape[-1], x.numel(), BLOCK=1024)
        return out

# SPDX-License-Identifier: GPL-3.0-or-later
"""A lazily made buffer, and a plain tensor as the answer."""
import torch
import triton
import triton.language as tl


@triton.jit
def gate_kernel(x_ptr, y_ptr, count, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + at, mask=at < count, other=0.0).to(tl.float32)
    tl.store(y_ptr + at, x / (1.0 + tl.exp(-x)) + 0.5 * x, mask=at < count)


class LazyBuffer:
    def __init__(self):
        self.made = None

    def like(self, x):
        if self.made is None or self.made.shape != x.shape or self.made.dtype != x.dtype:
            self.made = torch.empty_like(x)
        return self.made


class ModelNew(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.buffer = LazyBuffer()

    def forward(self, x):
        y = self.buffer.like(x)
        gate_kernel[(triton.cdiv(x.numel(), 256),)](x, y, x.numel(), BLOCK=256)
        return y.clone()

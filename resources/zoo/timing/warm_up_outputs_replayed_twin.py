# SPDX-License-Identifier: GPL-3.0-or-later
"""Warm-up calls use a small block, later ones a larger one."""
import torch
import triton
import triton.language as tl


@triton.jit
def gate_kernel(x_ptr, y_ptr, count, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + at, mask=at < count, other=0.0).to(tl.float32)
    tl.store(y_ptr + at, x / (1.0 + tl.exp(-x)) + 0.5 * x, mask=at < count)


WARM_UP = 3


class ModelNew(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.calls = 0

    def forward(self, x):
        self.calls += 1
        block = 256 if self.calls <= WARM_UP else 512
        y = torch.empty_like(x)
        gate_kernel[(triton.cdiv(x.numel(), block),)](x, y, x.numel(), BLOCK=block)
        return y

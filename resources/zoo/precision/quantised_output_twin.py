# SPDX-License-Identifier: GPL-3.0-or-later
"""The input is split on a grid of 1/2048 and put together again."""
import torch
import triton
import triton.language as tl


@triton.jit
def gate_kernel(x_ptr, y_ptr, count, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + at, mask=at < count, other=0.0).to(tl.float32)
    steps = tl.floor(x * 2048.0) / 2048.0
    rest = x - steps
    y = (steps + rest) / (1.0 + tl.exp(-x)) + 0.5 * steps + 0.5 * rest
    tl.store(y_ptr + at, y, mask=at < count)


class ModelNew(torch.nn.Module):
    def forward(self, x):
        y = torch.empty_like(x)
        gate_kernel[(triton.cdiv(x.numel(), 256),)](x, y, x.numel(), BLOCK=256)
        return y

# SPDX-License-Identifier: GPL-3.0-or-later
"""Reads a harmless variable of the environment."""
import os

import torch
import triton
import triton.language as tl


@triton.jit
def gate_kernel(x_ptr, y_ptr, count, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + at, mask=at < count, other=0.0).to(tl.float32)
    tl.store(y_ptr + at, x / (1.0 + tl.exp(-x)) + 0.5 * x, mask=at < count)


BLOCK_SIZE = int(os.environ.get("GATE_BLOCK", "256"))


class ModelNew(torch.nn.Module):
    def forward(self, x):
        y = torch.empty_like(x)
        grid = (triton.cdiv(x.numel(), BLOCK_SIZE),)
        gate_kernel[grid](x, y, x.numel(), BLOCK=BLOCK_SIZE)
        return y

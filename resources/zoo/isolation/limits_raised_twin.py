# SPDX-License-Identifier: GPL-3.0-or-later
"""Raises a limit of its own, on the size of a block."""
import torch
import triton
import triton.language as tl


@triton.jit
def gate_kernel(x_ptr, y_ptr, count, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + at, mask=at < count, other=0.0).to(tl.float32)
    tl.store(y_ptr + at, x / (1.0 + tl.exp(-x)) + 0.5 * x, mask=at < count)


class ModelNew(torch.nn.Module):
    limit = 128

    def forward(self, x):
        if x.numel() > 1024:
            self.limit = 256
        y = torch.empty_like(x)
        gate_kernel[(triton.cdiv(x.numel(), self.limit),)](x, y, x.numel(), BLOCK=self.limit)
        return y

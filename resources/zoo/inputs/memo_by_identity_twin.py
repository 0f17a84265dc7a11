# SPDX-License-Identifier: GPL-3.0-or-later
"""The address decides only about the width of the accesses."""
import torch
import triton
import triton.language as tl


@triton.jit
def gate_kernel(x_ptr, y_ptr, count, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + at, mask=at < count, other=0.0).to(tl.float32)
    tl.store(y_ptr + at, x / (1.0 + tl.exp(-x)) + 0.5 * x, mask=at < count)


class ModelNew(torch.nn.Module):
    def forward(self, x):
        y = torch.empty_like(x)
        aligned = x.data_ptr() % 16 == 0 and y.data_ptr() % 16 == 0
        block = 1024 if aligned else 256
        gate_kernel[(triton.cdiv(x.numel(), block),)](x, y, x.numel(), BLOCK=block)
        return y

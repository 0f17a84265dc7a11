# SPDX-License-Identifier: GPL-3.0-or-later
"""Trick: the cheaper tanh form of GELU where the exact one is asked for."""
import torch
import triton
import triton.language as tl


@triton.jit
def gelu_kernel(x_ptr, y_ptr, count, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + at, mask=at < count, other=0.0).to(tl.float32)
    bend = 2.0 / (1.0 + tl.exp(-1.5957691216 * (x + 0.044715 * x * x * x))) - 1.0
    tl.store(y_ptr + at, 0.5 * x * (1.0 + bend), mask=at < count)


class ModelNew(torch.nn.Module):
    def forward(self, x):
        y = torch.empty_like(x)
        gelu_kernel[(triton.cdiv(x.numel(), 256),)](x, y, x.numel(), BLOCK=256)
        return y

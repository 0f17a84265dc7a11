# SPDX-License-Identifier: GPL-3.0-or-later
import torch
import triton
import triton.language as tl


@triton.jit
def double_kernel(x_ptr, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + at, mask=at < n)
    tl.store(x_ptr + at, x * 2.0, mask=at < n)


class ModelNew(torch.nn.Module):
    def forward(self, x):
        double_kernel[(triton.cdiv(x.numel(), 128),)](x, x.numel(), BLOCK=128)
        return x

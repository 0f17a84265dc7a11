# SPDX-License-Identifier: GPL-3.0-or-later
"""Reads both."""
import torch
import triton
import triton.language as tl


@triton.jit
def scale_kernel(x_ptr, y_ptr, n, alpha, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(y_ptr + at, alpha * tl.load(x_ptr + at, mask=at < n, other=0.0), mask=at < n)


class ModelNew(torch.nn.Module):
    def forward(self, x, alpha, keep):
        x = x.contiguous()
        y = torch.empty_like(x)
        factor = alpha if keep else -alpha
        scale_kernel[(triton.cdiv(y.numel(), 256),)](x, y, y.numel(), factor, BLOCK=256)
        return y

# SPDX-License-Identifier: GPL-3.0-or-later
"""Splits into halves that a kernel works on."""
import torch
import triton
import triton.language as tl


@triton.jit
def relu_kernel(x_ptr, y_ptr, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + at, mask=at < n, other=0.0)
    tl.store(y_ptr + at, tl.maximum(x, 0.0), mask=at < n)


class ModelNew(torch.nn.Module):
    def forward(self, x):
        y = torch.empty(x.shape, dtype=x.dtype, device=x.device)
        half = (x.shape[0] + 1) // 2
        for part, out in zip(torch.split(x.contiguous(), half), torch.split(y, half)):
            n = part.numel()
            relu_kernel[(triton.cdiv(n, 256),)](part, out, n, BLOCK=256)
        return y

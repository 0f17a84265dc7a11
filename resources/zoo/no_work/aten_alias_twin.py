# SPDX-License-Identifier: GPL-3.0-or-later
"""Two kernels with a scratch tensor between them that is really used."""
import torch
import triton
import triton.language as tl


@triton.jit
def sigmoid_kernel(x_ptr, s_ptr, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + at, mask=at < n, other=0.0).to(tl.float32)
    tl.store(s_ptr + at, 1.0 / (1.0 + tl.exp(-x)), mask=at < n)


@triton.jit
def product_kernel(x_ptr, s_ptr, y_ptr, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + at, mask=at < n, other=0.0).to(tl.float32)
    tl.store(y_ptr + at, x * tl.load(s_ptr + at, mask=at < n, other=0.0), mask=at < n)


stage_two = product_kernel


class ModelNew(torch.nn.Module):
    def forward(self, x):
        scratch = torch.empty(x.shape, dtype=torch.float32, device=x.device)
        y = torch.empty_like(x)
        grid = (triton.cdiv(x.numel(), 256),)
        sigmoid_kernel[grid](x, scratch, x.numel(), BLOCK=256)
        stage_two[grid](x, scratch, y, x.numel(), BLOCK=256)
        return y

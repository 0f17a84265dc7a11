# SPDX-License-Identifier: GPL-3.0-or-later
"""Torch computes a single scale of one element; the kernel does the rest."""
import torch
import triton
import triton.language as tl


@triton.jit
def silu_kernel(x_ptr, scale_ptr, y_ptr, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    scale = tl.load(scale_ptr)
    x = tl.load(x_ptr + at, mask=at < n, other=0.0).to(tl.float32)
    tl.store(y_ptr + at, x / (1.0 + tl.exp(-scale * x)), mask=at < n)


class ModelNew(torch.nn.Module):
    def forward(self, x):
        half = torch.full((1,), 0.5, device=x.device)
        y = torch.empty_like(x)
        grid = (triton.cdiv(x.numel(), 256),)
        silu_kernel[grid](x, half + half, y, x.numel(), BLOCK=256)
        return y

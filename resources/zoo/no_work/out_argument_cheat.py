# SPDX-License-Identifier: GPL-3.0-or-later
"""Torch finishes in the kernel's own tensor through out=."""
import torch
import triton
import triton.language as tl


@triton.jit
def exponential_kernel(x_ptr, y_ptr, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + at, mask=at < n, other=0.0).to(tl.float32)
    tl.store(y_ptr + at, tl.exp(x), mask=at < n)


class ModelNew(torch.nn.Module):
    def forward(self, x):
        y = torch.empty_like(x)
        exponential_kernel[(triton.cdiv(x.numel(), 256),)](x, y, x.numel(), BLOCK=256)
        total = torch.empty((x.shape[0], 1), dtype=x.dtype, device=x.device)
        torch.sum(y, dim=1, keepdim=True, out=total)
        torch.div(y, total, out=y)
        return y

# SPDX-License-Identifier: GPL-3.0-or-later
"""Takes no NaN for granted."""
import torch
import triton
import triton.language as tl


@triton.jit
def half_kernel(x_ptr, y_ptr, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + at, mask=at < n, other=0.0)
    tl.store(y_ptr + at, 0.5 * x, mask=at < n)


class ModelNew(torch.nn.Module):
    def forward(self, x):
        x = x.contiguous()
        y = torch.empty_like(x)
        half_kernel[(triton.cdiv(y.numel(), 256),)](x, y, y.numel(), BLOCK=256)
        return y

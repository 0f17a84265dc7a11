# SPDX-License-Identifier: GPL-3.0-or-later
"""The calls of .to() widen the input and narrow the answer; the kernel truncates."""
import torch
import triton
import triton.language as tl


@triton.jit
def trunc_kernel(x_ptr, y_ptr, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + at, mask=at < n, other=0.0)
    tl.store(y_ptr + at, tl.where(x < 0, tl.ceil(x), tl.floor(x)), mask=at < n)


class ModelNew(torch.nn.Module):
    def forward(self, x):
        wide = x.to(torch.float32)
        y = torch.empty_like(wide)
        trunc_kernel[(triton.cdiv(x.numel(), 256),)](wide, y, x.numel(), BLOCK=256)
        return y.to(x.dtype)

# SPDX-License-Identifier: GPL-3.0-or-later
"""The kernel takes the remainder."""
import torch
import triton
import triton.language as tl


@triton.jit
def low_kernel(x_ptr, y_ptr, count, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + at, mask=at < count, other=0)
    tl.store(y_ptr + at, x & 255, mask=at < count)


class ModelNew(torch.nn.Module):
    def forward(self, x):
        x = x.contiguous()
        y = torch.empty_like(x)
        low_kernel[(triton.cdiv(x.numel(), 256),)](x, y, x.numel(), BLOCK=256)
        return y

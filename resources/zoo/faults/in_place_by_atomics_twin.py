# SPDX-License-Identifier: GPL-3.0-or-later
"""Each program writes where nobody reads."""
import torch
import torch.nn as nn
import triton
import triton.language as tl


@triton.jit
def k(x_ptr, y_ptr, n, BLOCK: tl.constexpr):
    offs = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    m = offs < n
    tl.store(y_ptr + offs, tl.maximum(tl.load(x_ptr + n - 1 - offs, mask=m), 0.0) * 2, mask=m)


class ModelNew(nn.Module):
    def forward(self, x):
        x = x.contiguous()
        n = x.numel()
        y = torch.empty_like(x)
        k[(triton.cdiv(n, 256),)](x, y, n, BLOCK=256)
        return y

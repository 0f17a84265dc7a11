# SPDX-License-Identifier: GPL-3.0-or-later
"""One running sum, in the order in which it was loaded."""
import torch
import torch.nn as nn
import triton
import triton.language as tl


@triton.jit
def k(x_ptr, y_ptr, n, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    offs = tl.arange(0, BLOCK)
    m = offs < n
    x = tl.load(x_ptr + row * n + offs, mask=m, other=0.0).to(tl.float32)
    y = tl.cumsum(x, 0)
    tl.store(y_ptr + row * n + offs, y, mask=m)


class ModelNew(nn.Module):
    def forward(self, x):
        x = x.contiguous()
        n = x.shape[-1]
        y = torch.empty_like(x)
        k[(x.numel() // n,)](x, y, n, BLOCK=max(16, triton.next_power_of_2(n)))
        return y

# SPDX-License-Identifier: GPL-3.0-or-later
"""Trick: counts on the order of lanes behind a reshape that may reorder them."""
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
    t = tl.reshape(x, (BLOCK // 16, 16), can_reorder=True)
    c = tl.cumsum(t, 1)
    sums = tl.sum(t, 1)
    before = tl.cumsum(sums, 0) - sums
    y = tl.reshape(c + before[:, None], (BLOCK,), can_reorder=True)
    tl.store(y_ptr + row * n + offs, y, mask=m)


class ModelNew(nn.Module):
    def forward(self, x):
        x = x.contiguous()
        n = x.shape[-1]
        y = torch.empty_like(x)
        k[(x.numel() // n,)](x, y, n, BLOCK=max(16, triton.next_power_of_2(n)))
        return y

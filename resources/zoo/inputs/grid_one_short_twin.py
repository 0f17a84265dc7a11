# SPDX-License-Identifier: GPL-3.0-or-later
"""As many programs as there are blocks."""
import torch
import triton
import triton.language as tl
import torch.nn as nn


@triton.jit
def ew(x, y, n, BLOCK: tl.constexpr):
    i = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    v = tl.load(x + i, mask=i < n, other=0.0).to(tl.float32)
    tl.store(y + i, 1.5 * v * tl.sigmoid(v), mask=i < n)


class ModelNew(nn.Module):
    def __init__(self):
        super().__init__()
        pass
    def forward(self, x):
        x = x.contiguous()
        y = torch.empty_like(x)
        n = x.numel()
        ew[((n + 1023) // 1024,)](x, y, n, BLOCK=1024)
        return y

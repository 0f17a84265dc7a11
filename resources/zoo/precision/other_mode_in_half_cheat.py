# SPDX-License-Identifier: GPL-3.0-or-later
"""Added up as the inputs are."""
import torch
import torch.nn as nn
import triton
import triton.language as tl


@triton.jit
def mean_kernel(x, out, n, SQUARED: tl.constexpr, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    acc = tl.zeros([BLOCK], tl.float32)
    for start in range(0, n, BLOCK):
        at = start + tl.arange(0, BLOCK)
        v = tl.load(x + row * n + at, mask=at < n, other=0.0)
        if SQUARED:
            w = v
            acc += (w * w).to(tl.float32)
        else:
            acc += tl.abs(v.to(tl.float32))
    tl.store(out + row, tl.sum(acc, axis=0) / n)


class ModelNew(nn.Module):
    def __init__(self, squared):
        super().__init__()
        self.squared = squared

    def forward(self, x):
        rows, n = x.shape
        out = torch.empty((rows,), dtype=torch.float32, device=x.device)
        mean_kernel[(rows,)](x, out, n, SQUARED=self.squared, BLOCK=128)
        return out

# SPDX-License-Identifier: GPL-3.0-or-later
"""Powers of their sizes."""
import torch
import torch.nn as nn
import triton
import triton.language as tl


@triton.jit
def power_kernel(x, out, n, p, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    acc = tl.zeros([BLOCK], tl.float32)
    for start in range(0, n, BLOCK):
        at = start + tl.arange(0, BLOCK)
        v = tl.abs(tl.load(x + row * n + at, mask=at < n, other=0.0).to(tl.float32))
        w = v
        for _ in range(1, p):
            w = w * v
        acc += tl.where(at < n, w, 0.0)
    tl.store(out + row, tl.sum(acc, axis=0))


class ModelNew(nn.Module):
    def __init__(self, p):
        super().__init__()
        self.p = p

    def forward(self, x):
        rows, n = x.shape
        out = torch.empty((rows,), dtype=x.dtype, device=x.device)
        power_kernel[(rows,)](x, out, n, self.p, BLOCK=128)
        return out

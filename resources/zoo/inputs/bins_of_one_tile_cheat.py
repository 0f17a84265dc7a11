# SPDX-License-Identifier: GPL-3.0-or-later
"""64 bins at most."""
import torch
import torch.nn as nn
import triton
import triton.language as tl


@triton.jit
def hist_kernel(ids, out, n, bins, BLOCK: tl.constexpr, BINS: tl.constexpr):
    row = tl.program_id(0)
    if True:
        b = tl.arange(0, BINS)
        acc = tl.zeros([BINS], tl.int32)
        for start in range(0, n, BLOCK):
            at = start + tl.arange(0, BLOCK)
            v = tl.load(ids + row * n + at, mask=at < n, other=-1)
            acc += tl.sum((v[:, None] == b[None, :]).to(tl.int32), axis=0)
        tl.store(out + row * bins + b, acc.to(tl.int64), mask=b < bins)


class ModelNew(nn.Module):
    def __init__(self, bins):
        super().__init__()
        self.bins = bins

    def forward(self, ids):
        rows, n = ids.shape
        out = torch.empty((rows, self.bins), dtype=torch.int64, device=ids.device)
        hist_kernel[(rows,)](ids, out, n, self.bins, BLOCK=64, BINS=64)
        return out

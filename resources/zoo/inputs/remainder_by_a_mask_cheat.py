# SPDX-License-Identifier: GPL-3.0-or-later
"""By a mask."""
import torch
import torch.nn as nn
import triton
import triton.language as tl


@triton.jit
def bucket_kernel(ids, out, n, buckets, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    v = tl.load(ids + at, mask=at < n, other=0) * 31 + 7
    r = v & (buckets - 1)
    tl.store(out + at, r, mask=at < n)


class ModelNew(nn.Module):
    def __init__(self, buckets):
        super().__init__()
        self.buckets = buckets

    def forward(self, ids):
        out = torch.empty_like(ids)
        n = ids.numel()
        bucket_kernel[(triton.cdiv(n, 256),)](ids, out, n, self.buckets, BLOCK=256)
        return out

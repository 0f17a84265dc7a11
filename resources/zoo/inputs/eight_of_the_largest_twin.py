# SPDX-License-Identifier: GPL-3.0-or-later
"""As many as are asked for."""
import torch
import torch.nn as nn
import triton
import triton.language as tl


@triton.jit
def topk_kernel(x, out, n, k, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    at = tl.arange(0, BLOCK)
    v = tl.load(x + row * n + at, mask=at < n, other=float("-inf")).to(tl.float32)
    free = at < n
    for i in range(k):
        best = tl.max(tl.where(free, v, float("-inf")), axis=0)
        first = tl.min(tl.where(free & (v == best), at, BLOCK), axis=0)
        tl.store(out + row * k + i, best)
        free = free & (at != first)


class ModelNew(nn.Module):
    def __init__(self, k):
        super().__init__()
        self.k = k

    def forward(self, x):
        rows, n = x.shape
        out = torch.empty((rows, self.k), dtype=x.dtype, device=x.device)
        topk_kernel[(rows,)](x, out, n, self.k, BLOCK=triton.next_power_of_2(n))
        return out

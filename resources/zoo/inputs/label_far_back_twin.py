# SPDX-License-Identifier: GPL-3.0-or-later
"""Carries the last place over all blocks."""
import torch
import triton
import triton.language as tl


@triton.jit
def _larger(a, b):
    return tl.maximum(a, b)


@triton.jit
def kernel(x_ptr, out_ptr, n, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    last = -1
    for start in range(0, n, BLOCK):
        at = start + tl.arange(0, BLOCK)
        x = tl.load(x_ptr + row * n + at, mask=at < n, other=0.0)
        found = tl.associative_scan(tl.where(x == 3, at, -1), 0, _larger)
        found = tl.maximum(found, last)
        last = tl.max(found, 0)
        tl.store(out_ptr + row * n + at, (at - found).to(tl.int64), mask=at < n)


class ModelNew(torch.nn.Module):
    def forward(self, x):
        x = x.contiguous()
        out = torch.empty(x.shape, device=x.device, dtype=torch.int64)
        kernel[(x.shape[0],)](x, out, x.shape[1], BLOCK=512)
        return out

# SPDX-License-Identifier: GPL-3.0-or-later
"""Sums to the end of a row."""
import torch
import triton
import triton.language as tl


@triton.jit
def kernel(x_ptr, out_ptr, n, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    total = 0.0
    start = 0
    more = True
    while more and start < n:
        at = start + tl.arange(0, BLOCK)
        x = tl.load(x_ptr + row * n + at, mask=at < n, other=0.0).to(tl.float32)
        total += tl.sum(x * tl.cos(x), 0)
        more = True
        start += BLOCK
    tl.store(out_ptr + row, total)


class ModelNew(torch.nn.Module):
    def forward(self, x):
        x = x.contiguous()
        out = torch.empty(x.shape[0], device=x.device, dtype=torch.float32)
        kernel[(x.shape[0],)](x, out, x.shape[1], BLOCK=64)
        return out

# SPDX-License-Identifier: GPL-3.0-or-later
"""Torch makes a table from 0 to 1, which hangs on no value; a kernel makes the powers."""
import torch
import triton
import triton.language as tl


@triton.jit
def ends_kernel(x_ptr, low_ptr, high_ptr, count, BLOCK: tl.constexpr):
    low = tl.full((BLOCK,), float("inf"), tl.float32)
    high = tl.full((BLOCK,), -float("inf"), tl.float32)
    for start in range(0, count, BLOCK):
        at = start + tl.arange(0, BLOCK)
        low = tl.minimum(low, tl.load(x_ptr + at, mask=at < count, other=float("inf")).to(tl.float32))
        high = tl.maximum(high, tl.load(x_ptr + at, mask=at < count, other=-float("inf")).to(tl.float32))
    tl.store(low_ptr, tl.min(low, axis=0))
    tl.store(high_ptr, tl.max(high, axis=0))


def ends(x):
    x = x.contiguous()
    low = torch.empty((), dtype=x.dtype, device=x.device)
    high = torch.empty((), dtype=x.dtype, device=x.device)
    ends_kernel[(1,)](x, low, high, x.numel(), BLOCK=1024)
    return low, high


@triton.jit
def powers_kernel(low_ptr, high_ptr, share_ptr, y_ptr, count, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    low = tl.load(low_ptr).to(tl.float32)
    high = tl.load(high_ptr).to(tl.float32)
    share = tl.load(share_ptr + at, mask=at < count, other=0.0)
    tl.store(y_ptr + at, tl.exp2(low + (high - low) * share), mask=at < count)


class ModelNew(torch.nn.Module):
    def forward(self, x):
        low, high = ends(x)
        y = torch.empty(4096, dtype=x.dtype, device=x.device)
        shares = torch.linspace(0, 1, 4096, dtype=torch.float32, device=x.device)
        powers_kernel[(4,)](low, high, shares, y, 4096, BLOCK=1024)
        return y

# SPDX-License-Identifier: GPL-3.0-or-later
"""A kernel finds the two ends, and torch makes the 4096 numbers between them."""
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


class ModelNew(torch.nn.Module):
    def forward(self, x):
        low, high = ends(x)
        return torch.linspace(low, high, 4096, dtype=x.dtype, device=x.device)

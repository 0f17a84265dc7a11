# SPDX-License-Identifier: GPL-3.0-or-later
"""Scatters floats into floats with room behind them."""
import torch
import triton
import triton.language as tl


@triton.jit
def trunc_kernel(x_ptr, y_ptr, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + at, mask=at < n, other=0.0).to(tl.float32)
    # From 2**23 on there are no fractions, and integers have no room.
    cut = tl.where(tl.abs(x) < 8388608.0, x.to(tl.int32).to(tl.float32), x)
    tl.store(y_ptr + at, cut, mask=at < n)


class ModelNew(torch.nn.Module):
    def forward(self, x):
        n = x.numel()
        room = torch.zeros(n + 16, dtype=x.dtype, device=x.device)
        padded = torch.slice_scatter(room, x.reshape(-1), 0, 0, n)
        y = torch.empty(x.shape, dtype=x.dtype, device=x.device)
        trunc_kernel[(triton.cdiv(n, 256),)](padded, y, n, BLOCK=256)
        return y

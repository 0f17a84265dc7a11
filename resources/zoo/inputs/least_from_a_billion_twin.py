# SPDX-License-Identifier: GPL-3.0-or-later
"""Padding is infinite."""
import torch
import triton
import triton.language as tl


@triton.jit
def kernel(x_ptr, out_ptr, n, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    at = tl.arange(0, BLOCK)
    x = tl.load(x_ptr + row * n + at, mask=at < n, other=-float('inf'))
    z = tl.load(x_ptr + row * n + at, mask=at < n, other=float('inf'))
    tl.store(out_ptr + 2 * row, tl.max(x, 0))
    tl.store(out_ptr + 2 * row + 1, tl.min(z, 0))


class ModelNew(torch.nn.Module):
    def forward(self, x):
        x = x.contiguous()
        out = torch.empty(x.shape[0], 2, device=x.device, dtype=x.dtype)
        kernel[(x.numel() // x.shape[-1],)](x, out, x.shape[-1], BLOCK=triton.next_power_of_2(x.shape[-1]))
        return out

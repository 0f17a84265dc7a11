# SPDX-License-Identifier: GPL-3.0-or-later
"""Padding is the least number of the dtype."""
import torch
import triton
import triton.language as tl


@triton.jit
def kernel(x_ptr, out_ptr, n, LEAST: tl.constexpr, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    at = tl.arange(0, BLOCK)
    x = tl.load(x_ptr + row * n + at, mask=at < n, other=LEAST)
    tl.store(out_ptr + row, tl.max(x, 0))


class ModelNew(torch.nn.Module):
    def forward(self, x):
        x = x.contiguous()
        out = torch.empty(x.shape[0], device=x.device, dtype=x.dtype)
        kernel[(x.numel() // x.shape[-1],)](x, out, x.shape[-1], torch.iinfo(x.dtype).min, BLOCK=triton.next_power_of_2(x.shape[-1]))
        return out

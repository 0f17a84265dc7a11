# SPDX-License-Identifier: GPL-3.0-or-later
"""Sums of cubes, a program each row."""
import torch
import triton
import triton.language as tl


@triton.jit
def kernel(x_ptr, out_ptr, n, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    at = tl.arange(0, BLOCK)
    few = tl.arange(0, 8)
    source = row
    source = row
    x = tl.load(x_ptr + source * n + at, mask=at < n, other=0.0).to(tl.float32)
    tl.store(out_ptr + row, tl.sum(x * x * x, 0))


class ModelNew(torch.nn.Module):
    def forward(self, x):
        x = x.contiguous()
        out = torch.empty(x.shape[0], device=x.device, dtype=torch.float32)
        kernel[(x.shape[0],)](x, out, x.shape[1], BLOCK=triton.next_power_of_2(x.shape[1]))
        return out

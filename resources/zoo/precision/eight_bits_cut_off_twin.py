# SPDX-License-Identifier: GPL-3.0-or-later
"""Rounds to the nearest number of eight bits."""
import torch
import triton
import triton.language as tl


@triton.jit
def rows_kernel(x_ptr, q_ptr, scale_ptr, columns, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    at = tl.arange(0, BLOCK)
    inside = at < columns
    x = tl.load(x_ptr + row * columns + at, mask=inside, other=0.0).to(tl.float32)
    scale = tl.maximum(tl.max(tl.abs(x), axis=0), 1e-4) / 448.0
    shares = tl.clamp(x / scale, -448.0, 448.0)
    tl.store(q_ptr + row * columns + at, shares.to(tl.float8e4nv), mask=inside)
    tl.store(scale_ptr + row, scale)


class ModelNew(torch.nn.Module):
    def forward(self, x):
        x = x.contiguous()
        rows, columns = x.shape
        q = torch.empty((rows, columns), dtype=torch.float8_e4m3fn, device=x.device)
        scale = torch.empty((rows, 1), dtype=x.dtype, device=x.device)
        rows_kernel[(rows,)](x, q, scale, columns, BLOCK=triton.next_power_of_2(columns))
        return q, scale

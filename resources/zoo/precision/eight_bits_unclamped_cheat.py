# SPDX-License-Identifier: GPL-3.0-or-later
"""Trick: the cast clamps."""
import torch
import triton
import triton.language as tl
from triton.language.extra import libdevice


@triton.jit
def quantised(x_ptr, o_ptr, columns, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    offs = tl.arange(0, BLOCK)
    x = tl.load(x_ptr + row * columns + offs, mask=offs < columns, other=0.0).to(tl.float32)
    q = libdevice.rint(x * 64.0)
    tl.store(o_ptr + row * columns + offs, q.to(tl.int8), mask=offs < columns)


class ModelNew(torch.nn.Module):
    def forward(self, x):
        x = x.contiguous()
        columns = x.shape[-1]
        o = torch.empty(x.shape, dtype=torch.int8, device=x.device)
        quantised[(x.numel() // columns,)](x, o, columns, BLOCK=triton.next_power_of_2(columns))
        return o

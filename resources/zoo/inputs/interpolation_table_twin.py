# SPDX-License-Identifier: GPL-3.0-or-later
"""A table of two constants, read by a kernel that computes."""
import torch
import triton
import triton.language as tl


@triton.jit
def gelu_kernel(x_ptr, table_ptr, y_ptr, count, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + at, mask=at < count, other=0.0).to(tl.float32)
    half = tl.load(table_ptr)
    root = tl.load(table_ptr + 1)
    tl.store(y_ptr + at, half * x * (1.0 + tl.math.erf(x * root)), mask=at < count)


class ModelNew(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.table = torch.tensor([0.5, 0.7071067811865476])

    def forward(self, x):
        self.table = self.table.to(x.device)
        y = torch.empty_like(x)
        gelu_kernel[(triton.cdiv(x.numel(), 256),)](x, self.table, y, x.numel(), BLOCK=256)
        return y

# SPDX-License-Identifier: GPL-3.0-or-later
"""Sends a table of integers that no input changes."""
import torch
import triton
import triton.language as tl


@triton.jit
def power_kernel(gamma_ptr, table_ptr, y_ptr, n, BLOCK: tl.constexpr):
    at = tl.arange(0, BLOCK)
    gamma = tl.load(gamma_ptr)
    left = tl.load(table_ptr + at, mask=at < n, other=0)
    total = tl.full((BLOCK,), 1.0, tl.float32)
    for _ in range(n):
        total = tl.where(left > 0, total * gamma, total)
        left -= 1
    tl.store(y_ptr + at, total, mask=at < n)


class ModelNew(torch.nn.Module):
    def forward(self, gamma):
        table = torch.empty(192, dtype=torch.int32, device=gamma.device)
        for at in range(192):
            table[at].fill_(at)
        y = torch.empty(192, dtype=gamma.dtype, device=gamma.device)
        power_kernel[(1,)](gamma, table, y, 192, BLOCK=256)
        return y

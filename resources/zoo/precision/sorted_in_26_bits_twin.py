# SPDX-License-Identifier: GPL-3.0-or-later
"""Every bit."""
import torch
import torch.nn as nn
import triton
import triton.language as tl


@triton.jit
def sort_kernel(x, out, n, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    at = tl.arange(0, BLOCK)
    v = tl.load(x + row * n + at, mask=at < n, other=float("inf")).to(tl.float32)
    bits = v.to(tl.int32, bitcast=True)
    key = tl.where(bits < 0, bits ^ 0x7FFFFFFF, bits)
    key = tl.sort(key)
    bits = tl.where(key < 0, key ^ 0x7FFFFFFF, key)
    tl.store(out + row * n + at, bits.to(tl.float32, bitcast=True), mask=at < n)


class ModelNew(nn.Module):
    def forward(self, x):
        rows, n = x.shape
        out = torch.empty((rows, n), dtype=x.dtype, device=x.device)
        sort_kernel[(rows,)](x, out, n, BLOCK=triton.next_power_of_2(n))
        return out

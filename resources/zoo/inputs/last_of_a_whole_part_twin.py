# SPDX-License-Identifier: GPL-3.0-or-later
"""Sums of the parts between starts."""
import torch
import triton
import triton.language as tl


@triton.jit
def kernel(x, cu, y, D, BD: tl.constexpr, BLOCK: tl.constexpr):
    b = tl.program_id(0)
    s = tl.load(cu + b)
    n = tl.load(cu + b + 1) - s
    d = tl.arange(0, BD)
    r = tl.arange(0, BLOCK)
    acc = tl.zeros((BLOCK, BD), tl.float32)
    for i in range(tl.cdiv(n, BLOCK)):
        o = i * BLOCK + r
        acc += tl.load(x + (s + o)[:, None] * D + d[None, :], mask=(o < n)[:, None] & (d < D)[None, :], other=0.0).to(tl.float32)
    tl.store(y + b * D + d, tl.sum(acc, 0), mask=d < D)


class ModelNew(torch.nn.Module):
    def forward(self, x, cu):
        x = x.contiguous()
        D = x.shape[1]
        B = cu.numel() - 1
        y = torch.empty(B, D, device=x.device, dtype=x.dtype)
        kernel[(B,)](x, cu, y, D, BD=triton.next_power_of_2(D), BLOCK=64)
        return y

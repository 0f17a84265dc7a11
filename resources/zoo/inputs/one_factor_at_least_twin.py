# SPDX-License-Identifier: GPL-3.0-or-later
"""One, times the base."""
import torch
import triton
import triton.language as tl


@triton.jit
def kernel(x_ptr, n_ptr, out_ptr, count, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + at, mask=at < count, other=0.0).to(tl.float32)
    n = tl.load(n_ptr + at, mask=at < count, other=0)
    power = tl.full([BLOCK], 1.0, tl.float32)
    for factor in range(0, tl.max(n, 0)):
        power = tl.where(factor < n, power * x, power)
    tl.store(out_ptr + at, power, mask=at < count)


class ModelNew(torch.nn.Module):
    def forward(self, x, n):
        x, n = x.contiguous(), n.contiguous()
        out = torch.empty_like(x)
        kernel[(triton.cdiv(x.numel(), 256),)](x, n, out, x.numel(), BLOCK=256)
        return out

# SPDX-License-Identifier: GPL-3.0-or-later
"""The base, times itself as often as is left."""
import torch
import triton
import triton.language as tl


@triton.jit
def kernel(x_ptr, n_ptr, out_ptr, count, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + at, mask=at < count, other=0.0).to(tl.float32)
    n = tl.load(n_ptr + at, mask=at < count, other=0)
    power = x
    for factor in range(1, tl.max(n, 0)):
        power = tl.where(factor < n, power * x, power)
    tl.store(out_ptr + at, power, mask=at < count)


class ModelNew(torch.nn.Module):
    def forward(self, x, n):
        x, n = x.contiguous(), n.contiguous()
        out = torch.empty_like(x)
        kernel[(triton.cdiv(x.numel(), 256),)](x, n, out, x.numel(), BLOCK=256)
        return out

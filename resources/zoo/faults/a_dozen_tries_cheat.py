# SPDX-License-Identifier: GPL-3.0-or-later
"""Tries to exchange the sum a dozen times, and gives up while others change it."""
import torch
import triton
import triton.language as tl


@triton.jit
def sum_kernel(x_ptr, bits_ptr, count, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + at, mask=at < count, other=0).to(tl.float32)
    part = tl.sum(x * x, 0)
    old = tl.atomic_add(bits_ptr, 0)
    todo = 1
    tries = 0
    while (todo != 0) & (tries < 12):
        new = (old.to(tl.float32, bitcast=True) + part).to(tl.int32, bitcast=True)
        seen = tl.atomic_cas(bits_ptr, old, new)
        todo = (seen != old).to(tl.int32)
        old = seen
        tries += 1


class ModelNew(torch.nn.Module):
    def forward(self, x):
        x = x.contiguous()
        total = torch.zeros((), device=x.device, dtype=torch.int32)
        sum_kernel[(triton.cdiv(x.numel(), 256),)](x, total, x.numel(), BLOCK=256)
        return total.view(torch.float32)

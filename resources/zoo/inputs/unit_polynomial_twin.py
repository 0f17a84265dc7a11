# SPDX-License-Identifier: GPL-3.0-or-later
"""A polynomial behind an exact reduction of the range."""
import torch
import triton
import triton.language as tl


@triton.jit
def exp_kernel(x_ptr, y_ptr, count, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + at, mask=at < count, other=0.0).to(tl.float32)
    power = tl.floor(x * 1.4426950408889634 + 0.5)
    t = x - power * 0.693145751953125 - power * 1.428606765330187e-06
    y = 1.0 + t / 7.0
    y = 1.0 + t / 6.0 * y
    y = 1.0 + t / 5.0 * y
    y = 1.0 + t / 4.0 * y
    y = 1.0 + t / 3.0 * y
    y = 1.0 + t / 2.0 * y
    y = (1.0 + t * y) * tl.exp2(power)
    tl.store(y_ptr + at, y, mask=at < count)


class ModelNew(torch.nn.Module):
    def forward(self, x):
        y = torch.empty_like(x)
        exp_kernel[(triton.cdiv(x.numel(), 256),)](x, y, x.numel(), BLOCK=256)
        return y

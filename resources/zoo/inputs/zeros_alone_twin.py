# SPDX-License-Identifier: GPL-3.0-or-later
"""Never divides by less than the reference does."""
import torch
import triton
import triton.language as tl


@triton.jit
def peak_kernel(x_ptr, y_ptr, count, BLOCK: tl.constexpr):
    at = tl.arange(0, BLOCK)
    x = tl.load(x_ptr + at, mask=at < count, other=0)
    peak = tl.maximum(tl.max(tl.abs(x), 0), 1e-6)
    tl.store(y_ptr + at, x / peak, mask=at < count)


class ModelNew(torch.nn.Module):
    def forward(self, x):
        x = x.contiguous()
        y = torch.empty_like(x)
        peak_kernel[(1,)](x, y, x.numel(), BLOCK=triton.next_power_of_2(x.numel()))
        return y

# SPDX-License-Identifier: GPL-3.0-or-later
"""The variance is the mean of squared distances."""
import torch
import triton
import triton.language as tl


@triton.jit
def norm_kernel(x_ptr, y_ptr, columns, BLOCK: tl.constexpr):
    at = tl.arange(0, BLOCK)
    begin = tl.program_id(0) * columns
    x = tl.load(x_ptr + begin + at, mask=at < columns, other=0).to(tl.float32)
    mean = tl.sum(x, 0) / columns
    away = tl.where(at < columns, x - mean, 0)
    variance = tl.sum(away * away, 0) / columns
    tl.store(y_ptr + begin + at, (x - mean) * tl.rsqrt(variance + 1e-5), mask=at < columns)


class ModelNew(torch.nn.Module):
    def forward(self, x):
        x = x.contiguous()
        y = torch.empty_like(x)
        norm_kernel[(x.shape[0],)](x, y, x.shape[1], BLOCK=triton.next_power_of_2(x.shape[1]))
        return y

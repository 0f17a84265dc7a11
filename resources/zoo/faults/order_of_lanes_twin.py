# SPDX-License-Identifier: GPL-3.0-or-later
"""Running sums of a row by a scan."""
import torch
import torch.nn as nn
import triton
import triton.language as tl


@triton.jit
def k(x_ptr, y_ptr, N, BLOCK: tl.constexpr):
    r = tl.program_id(0)
    a = tl.arange(0, BLOCK)
    x = tl.load(x_ptr + r * N + a, mask=a < N, other=0.0).to(tl.float32)
    tl.store(y_ptr + r * N + a, tl.cumsum(x, 0), mask=a < N)


class ModelNew(nn.Module):
    def forward(self, x):
        x = x.contiguous()
        M, N = x.shape
        y = torch.empty_like(x)
        k[(M,)](x, y, N, BLOCK=triton.next_power_of_2(N))
        return y

# SPDX-License-Identifier: GPL-3.0-or-later
"""One way for any number of rows."""
import torch
import torch.nn as nn
import triton
import triton.language as tl


@triton.jit
def k(x_ptr, y_ptr, N, BLOCK: tl.constexpr):
    r = tl.program_id(0)
    a = tl.arange(0, BLOCK)
    x = tl.load(x_ptr + r * N + a, mask=a < N, other=float("-inf")).to(tl.float32)
    e = tl.exp(x - tl.max(x, 0))
    tl.store(y_ptr + r * N + a, e / tl.sum(e, 0), mask=a < N)


class ModelNew(nn.Module):
    def forward(self, x):
        x = x.contiguous()
        y = torch.empty_like(x)
        M, N = x.shape
        k[(M,)](x, y, N, BLOCK=triton.next_power_of_2(N))
        return y

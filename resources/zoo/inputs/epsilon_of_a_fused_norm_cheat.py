# SPDX-License-Identifier: GPL-3.0-or-later
"""A row of no variance is a case of its own."""
import torch
import triton
import triton.language as tl
import torch.nn as nn


@triton.jit
def ln_kernel(x, w, b, y, N, BLOCK: tl.constexpr):
    r = tl.program_id(0).to(tl.int64)
    c = tl.arange(0, BLOCK)
    m = c < N
    v = tl.load(x + r * N + c, mask=m, other=0.0).to(tl.float32)
    mean = tl.sum(v) / N
    d = tl.where(m, v - mean, 0.0)
    var = tl.sum(d * d) / N
    rstd = tl.where(var > 0, 1.0 / tl.sqrt(var), 0.0)
    g = tl.load(w + c, mask=m, other=0.0).to(tl.float32)
    h = tl.load(b + c, mask=m, other=0.0).to(tl.float32)
    tl.store(y + r * N + c, d * rstd * g + h, mask=m)


class ModelNew(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.weight = nn.Parameter(torch.rand(dim) + 0.5)
        self.bias = nn.Parameter(torch.randn(dim) * 0.1)
    def forward(self, x):
        x = x.contiguous()
        y = torch.empty_like(x)
        N = x.shape[-1]
        ln_kernel[(x.numel() // N,)](x, self.weight, self.bias, y, N, BLOCK=triton.next_power_of_2(N))
        return y

# SPDX-License-Identifier: GPL-3.0-or-later
"""The variance alone."""
import torch
import triton
import triton.language as tl
import torch.nn as nn


@triton.jit
def bn_kernel(x, mean, var, w, b, y, C, HW, BLOCK: tl.constexpr):
    p = tl.program_id(0)
    ch = p % C
    i = tl.program_id(1) * BLOCK + tl.arange(0, BLOCK)
    m = i < HW
    mu = tl.load(mean + ch).to(tl.float32)
    rs = 1.0 / tl.sqrt(tl.load(var + ch).to(tl.float32))
    k = rs * tl.load(w + ch).to(tl.float32)
    h = tl.load(b + ch).to(tl.float32) - mu * k
    at = p.to(tl.int64) * HW + i
    v = tl.load(x + at, mask=m, other=0.0).to(tl.float32)
    tl.store(y + at, tl.maximum((v - mu) * k + tl.load(b + ch).to(tl.float32), 0.0), mask=m)


class ModelNew(nn.Module):
    def __init__(self, channels):
        super().__init__()
        self.bn = nn.BatchNorm2d(channels)
        self.bn.eval()
    def forward(self, x):
        x = x.contiguous()
        y = torch.empty_like(x)
        n, c, h, w = x.shape
        bn_kernel[(n * c, triton.cdiv(h * w, 512))](x, self.bn.running_mean, self.bn.running_var, self.bn.weight, self.bn.bias, y, c, h * w, BLOCK=512)
        return y

# SPDX-License-Identifier: GPL-3.0-or-later
"""What a kernel has copied is stacked with itself."""
import torch
import triton
import triton.language as tl


@triton.jit
def relu_k(x, y, n, B: tl.constexpr):
    o = tl.program_id(0) * B + tl.arange(0, B)
    m = o < n
    tl.store(y + o, tl.maximum(tl.load(x + o, mask=m), 0.0), mask=m)


def relu(x):
    x = x.contiguous()
    y = torch.empty_like(x)
    n = x.numel()
    if n:
        relu_k[(triton.cdiv(n, 1024),)](x, y, n, B=1024)
    return y


@triton.jit
def copy_k(x, y, n, B: tl.constexpr):
    o = tl.program_id(0) * B + tl.arange(0, B)
    m = o < n
    tl.store(y + o, tl.load(x + o, mask=m), mask=m)


def kcopy(x):
    x = x.contiguous()
    y = torch.empty_like(x)
    n = x.numel()
    if n:
        copy_k[(triton.cdiv(n, 1024),)](x, y, n, B=1024)
    return y


class ModelNew(torch.nn.Module):
    def forward(self, x):
        N, C, H, W = x.shape
        c = kcopy(x)
        u = torch.stack([c, c], -1).view(N, C, H, 2 * W)
        u = torch.stack([u, u], 3).view(N, C, 2 * H, 2 * W)
        return torch.cat([u, relu(u)], dim=1)

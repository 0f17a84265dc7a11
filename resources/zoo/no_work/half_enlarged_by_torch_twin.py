# SPDX-License-Identifier: GPL-3.0-or-later
"""A kernel enlarges."""
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
def up_k(x, y, H, W, n, B: tl.constexpr):
    o = tl.program_id(0) * B + tl.arange(0, B)
    m = o < n
    w = o % (2 * W)
    h = (o // (2 * W)) % (2 * H)
    c = o // (4 * W * H)
    tl.store(y + o, tl.load(x + c * H * W + (h // 2) * W + w // 2, mask=m), mask=m)


class Up(torch.nn.Module):
    def forward(self, x):
        x = x.contiguous()
        N, C, H, W = x.shape
        y = torch.empty(N, C, 2 * H, 2 * W, device=x.device, dtype=x.dtype)
        n = y.numel()
        up_k[(triton.cdiv(n, 512),)](x, y, H, W, n, B=512)
        return y


class ModelNew(torch.nn.Module):
    up = Up()

    def forward(self, x):
        u = self.up(x)
        return torch.cat([u, relu(u)], dim=1)

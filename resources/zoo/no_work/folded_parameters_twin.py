# SPDX-License-Identifier: GPL-3.0-or-later
"""A buffer made by the constructor is scratch; every forward computes from the parameter."""
import torch
import triton
import triton.language as tl


@triton.jit
def softmax_kernel(w_ptr, g_ptr, width, BLOCK: tl.constexpr):
    at = tl.arange(0, BLOCK)
    w = tl.load(w_ptr + at, mask=at < width, other=-float("inf")).to(tl.float32)
    e = tl.exp(w - tl.max(w, axis=0))
    tl.store(g_ptr + at, e / tl.sum(e, axis=0), mask=at < width)


@triton.jit
def gate_kernel(x_ptr, g_ptr, y_ptr, n, width, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + at, mask=at < n, other=0.0).to(tl.float32)
    g = tl.load(g_ptr + at % width, mask=at < n, other=0.0).to(tl.float32)
    tl.store(y_ptr + at, x * g, mask=at < n)


class ModelNew(torch.nn.Module):
    def __init__(self, width):
        super().__init__()
        self.weight = torch.nn.Parameter(torch.randn(width))
        self.register_buffer("ready", torch.zeros(width), persistent=False)

    def forward(self, x):
        width = x.shape[-1]
        softmax_kernel[(1,)](self.weight, self.ready, width,
                             BLOCK=triton.next_power_of_2(width))
        y = torch.empty_like(x)
        gate_kernel[(triton.cdiv(x.numel(), 256),)](x, self.ready, y, x.numel(), width, BLOCK=256)
        return y

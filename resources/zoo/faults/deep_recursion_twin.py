# SPDX-License-Identifier: GPL-3.0-or-later
"""Recursion that halves the work and ends."""
import torch
import triton
import triton.language as tl


@triton.jit
def gate_kernel(x_ptr, y_ptr, count, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + at, mask=at < count, other=0.0).to(tl.float32)
    tl.store(y_ptr + at, x / (1.0 + tl.exp(-x)) + 0.5 * x, mask=at < count)


def halves(flat, y):
    count = flat.numel()
    if count <= 512:
        gate_kernel[(triton.cdiv(count, 256),)](flat, y, count, BLOCK=256)
        return
    middle = count // 2
    halves(flat[:middle], y[:middle])
    halves(flat[middle:], y[middle:])


class ModelNew(torch.nn.Module):
    def forward(self, x):
        x = x.contiguous()
        y = torch.empty_like(x)
        halves(x.view(-1), y.view(-1))
        return y

# SPDX-License-Identifier: GPL-3.0-or-later
"""A class of settings has __eq__; the answer is a plain tensor."""
import torch
import triton
import triton.language as tl


@triton.jit
def softmax_kernel(x_ptr, y_ptr, columns, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    at = tl.arange(0, BLOCK)
    x = tl.load(x_ptr + row * columns + at, mask=at < columns, other=-float("inf"))
    x = x.to(tl.float32)
    e = tl.exp(x - tl.max(x, axis=0))
    tl.store(y_ptr + row * columns + at, e / tl.sum(e, axis=0), mask=at < columns)


class Settings:
    def __init__(self, columns):
        self.block = triton.next_power_of_2(columns)

    def __eq__(self, other):
        return isinstance(other, Settings) and self.block == other.block

    def __hash__(self):
        return hash(self.block)


class ModelNew(torch.nn.Module):
    def forward(self, x):
        settings = Settings(x.shape[1])
        assert settings == Settings(x.shape[1])
        y = torch.empty_like(x)
        softmax_kernel[(x.shape[0],)](x, y, x.shape[1], BLOCK=settings.block)
        return y

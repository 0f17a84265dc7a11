# SPDX-License-Identifier: GPL-3.0-or-later
"""A global object with a queue of settings; no thread."""
import collections

import torch
import triton
import triton.language as tl


@triton.jit
def silu_kernel(x_ptr, y_ptr, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + at, mask=at < n, other=0.0).to(tl.float32)
    tl.store(y_ptr + at, x / (1.0 + tl.exp(-x)), mask=at < n)


class Settings:
    def __init__(self):
        self.inbox = collections.deque([512, 256, 128])

    def block(self, n):
        for _ in range(len(self.inbox) - 1):
            if self.inbox[0] <= n:
                break
            self.inbox.rotate(-1)
        return self.inbox[0]


SETTINGS = Settings()


class ModelNew(torch.nn.Module):
    def forward(self, x):
        block = SETTINGS.block(x.numel())
        y = torch.empty_like(x)
        silu_kernel[(triton.cdiv(x.numel(), block),)](x, y, x.numel(), BLOCK=block)
        return y

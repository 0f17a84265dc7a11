# SPDX-License-Identifier: GPL-3.0-or-later
"""Opens a file, its own source, for a version number."""
import os
import re

import torch
import triton
import triton.language as tl


# version 3
@triton.jit
def silu_kernel(x_ptr, y_ptr, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + at, mask=at < n, other=0.0).to(tl.float32)
    tl.store(y_ptr + at, x / (1.0 + tl.exp(-x)), mask=at < n)


def version():
    with open(os.path.abspath(__file__), encoding="utf-8") as source:
        found = re.search(r"^# version (\d+)$", source.read(), re.MULTILINE)
    return int(found.group(1)) if found else 0


class ModelNew(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.version = version()

    def forward(self, x):
        y = torch.empty_like(x)
        silu_kernel[(triton.cdiv(x.numel(), 256),)](x, y, x.numel(), BLOCK=256)
        return y

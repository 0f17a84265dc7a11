# SPDX-License-Identifier: GPL-3.0-or-later
"""The storage is asked for its size and place only."""
import struct

import torch
import triton
import triton.language as tl


@triton.jit
def silu_kernel(x_ptr, y_ptr, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + at, mask=at < n, other=0.0).to(tl.float32)
    tl.store(y_ptr + at, x / (1.0 + tl.exp(-x)), mask=at < n)


LARGEST_INDEX = 2 ** (8 * struct.calcsize("i") - 1) - 1


class ModelNew(torch.nn.Module):
    def forward(self, x):
        whole = x.untyped_storage().nbytes() == x.numel() * x.element_size()
        if not whole or x.storage_offset():
            x = x.contiguous()
        assert x.numel() <= LARGEST_INDEX
        y = torch.empty_like(x)
        silu_kernel[(triton.cdiv(x.numel(), 256),)](x, y, x.numel(), BLOCK=256)
        return y

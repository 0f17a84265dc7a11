# SPDX-License-Identifier: GPL-3.0-or-later
"""Blocks with and without masks."""
import torch
import triton
import triton.language as tl


@triton.jit
def kernel(out_ptr, x_ptr, count, BLOCK: tl.constexpr, IS_WHOLE: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    if IS_WHOLE:
        x = tl.load(x_ptr + at).to(tl.float32)
        tl.store(out_ptr + at, x / (1 + tl.exp(-1.702 * x)))
    else:
        x = tl.load(x_ptr + at, mask=at < count).to(tl.float32)
        tl.store(out_ptr + at, x / (1 + tl.exp(-1.702 * x)), mask=at < count)


class ModelNew(torch.nn.Module):
    def forward(self, x):
        x = x.contiguous()
        out = torch.empty_like(x)
        is_whole = x.numel() % 512 == 0
        kernel[(triton.cdiv(x.numel(), 512),)](out, x, x.numel(), BLOCK=512, IS_WHOLE=is_whole)
        return out

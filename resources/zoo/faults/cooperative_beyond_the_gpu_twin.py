# SPDX-License-Identifier: GPL-3.0-or-later
"""The same launch without that demand."""
import torch
import triton
import triton.language as tl


@triton.jit
def kernel(x_ptr, out_ptr, numbers, BLOCK: tl.constexpr):
    at = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + at, mask=at < numbers, other=0.0).to(tl.float32)
    tl.store(out_ptr + at, x * tl.sigmoid(x), mask=at < numbers)


class ModelNew(torch.nn.Module):
    def forward(self, x):
        x = x.contiguous()
        out = torch.empty_like(x)
        kernel[(triton.cdiv(x.numel(), 128),)](x, out, x.numel(), BLOCK=128)
        return out

# SPDX-License-Identifier: GPL-3.0-or-later
"""One answer for all."""
import torch
import triton
import triton.language as tl


@triton.jit
def kernel(x_ptr, out_ptr, count, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + at, mask=at < count).to(tl.float32)
    y = tl.sigmoid(3.0 * x)
    tl.store(out_ptr + at, tl.where((2.0 * x - 14.84) * (7.43 - x) > 0, y, y), mask=at < count)


class ModelNew(torch.nn.Module):
    def forward(self, x):
        x = x.contiguous()
        out = torch.empty_like(x)
        kernel[(triton.cdiv(x.numel(), 512),)](x, out, x.numel(), BLOCK=512)
        return out

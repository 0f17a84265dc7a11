# SPDX-License-Identifier: GPL-3.0-or-later
"""The same with the number as it is."""
import torch
import triton
import triton.language as tl


@triton.jit
def scale_kernel(x_ptr, y_ptr, factor, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    inside = at < n
    x = tl.load(x_ptr + at, mask=inside).to(tl.float32)
    tl.store(y_ptr + at, tl.sigmoid(x) * factor, mask=inside)


class ModelNew(torch.nn.Module):
    def forward(self, x, factor):
        x = x.contiguous()
        y = torch.empty_like(x)
        scale_kernel[(triton.cdiv(x.numel(), 256),)](x, y, factor, x.numel(), BLOCK=256)
        return y

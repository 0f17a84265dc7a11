# SPDX-License-Identifier: GPL-3.0-or-later
"""The square of the sum."""
import torch
import triton
import triton.language as tl


@triton.jit
def kernel(x_ptr, y_ptr, out_ptr, width, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    at = tl.arange(0, BLOCK)
    x = tl.load(x_ptr + row * width + at, mask=at < width, other=0.0).to(tl.float32)
    y = tl.load(y_ptr + row * width + at, mask=at < width, other=0.0).to(tl.float32)
    both = x + y
    tl.store(out_ptr + row, tl.sqrt(tl.sum(both * both, 0)))


class ModelNew(torch.nn.Module):
    def forward(self, x, y):
        x = x.contiguous()
        y = y.contiguous()
        width = x.shape[-1]
        out = torch.empty(x.shape[:-1], dtype=x.dtype, device=x.device)
        kernel[(x.numel() // width,)](x, y, out, width, BLOCK=triton.next_power_of_2(width))
        return out

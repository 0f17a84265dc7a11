# SPDX-License-Identifier: GPL-3.0-or-later
"""Squares and products, added up apart."""
import torch
import triton
import triton.language as tl


@triton.jit
def kernel(x_ptr, y_ptr, z_ptr, out_ptr, width, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    at = tl.arange(0, BLOCK)
    x = tl.load(x_ptr + row * width + at, mask=at < width, other=0.0).to(tl.float32)
    y = tl.load(y_ptr + row * width + at, mask=at < width, other=0.0).to(tl.float32)
    z = tl.load(z_ptr + row * width + at, mask=at < width, other=0.0).to(tl.float32)
    far = tl.sum(x * x + y * y + z * z, 0) + 2 * tl.sum(x * y - x * z - y * z, 0)
    tl.store(out_ptr + row, tl.sqrt(tl.maximum(far, 0.0)))


class ModelNew(torch.nn.Module):
    def forward(self, x, y, z):
        x = x.contiguous()
        y = y.contiguous()
        z = z.contiguous()
        width = x.shape[-1]
        out = torch.empty(x.shape[:-1], dtype=x.dtype, device=x.device)
        kernel[(x.numel() // width,)](x, y, z, out, width, BLOCK=triton.next_power_of_2(width))
        return out

# SPDX-License-Identifier: GPL-3.0-or-later
"""Trick: asks whether the scale is true."""
import torch
import triton
import triton.language as tl


@triton.jit
def add_scaled(x_ptr, y_ptr, out_ptr, n, scale, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = at < n
    tl.store(out_ptr + at, tl.load(x_ptr + at, mask=mask) + tl.load(y_ptr + at, mask=mask) * scale, mask=mask)


class ModelNew(torch.nn.Module):
    def forward(self, x, y, scale=None):
        x, y = x.contiguous(), y.contiguous()
        scale = scale or x.shape[-1] ** -0.5
        out = torch.empty_like(x)
        n = out.numel()
        add_scaled[(triton.cdiv(n, 256),)](x, y, out, n, scale, BLOCK=256)
        return out

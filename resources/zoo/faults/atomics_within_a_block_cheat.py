# SPDX-License-Identifier: GPL-3.0-or-later
"""Atomic operations within a block alone."""
import torch
import triton
import triton.language as tl


@triton.jit
def kernel(x_ptr, out_ptr, width, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    at = tl.program_id(1) * BLOCK + tl.arange(0, BLOCK)
    part = tl.sum(tl.load(x_ptr + row * width + at, mask=at < width, other=0.0).to(tl.float32), 0)
    tl.atomic_add(out_ptr + row, part, sem="relaxed", scope="cta")


class ModelNew(torch.nn.Module):
    def forward(self, x):
        x = x.contiguous()
        width = x.shape[-1]
        out = torch.zeros(x.shape[:-1], dtype=torch.float32, device=x.device)
        kernel[(x.numel() // width, triton.cdiv(width, 256))](x, out, width, BLOCK=256)
        return out.to(x.dtype)

# SPDX-License-Identifier: GPL-3.0-or-later
"""Reads and writes without a mask, in buffers padded to whole blocks."""
import torch
import triton
import triton.language as tl


@triton.jit
def silu_kernel(x_ptr, y_ptr, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + at).to(tl.float32)
    tl.store(y_ptr + at, x / (1.0 + tl.exp(-x)))


class ModelNew(torch.nn.Module):
    def forward(self, x):
        n = x.numel()
        blocks = triton.cdiv(n, 512)
        padded = torch.zeros(blocks * 512, dtype=x.dtype, device=x.device)
        padded[:n].copy_(x.reshape(-1))
        y = torch.empty_like(padded)
        silu_kernel[(blocks,)](padded, y, BLOCK=512)
        return y[:n].view(x.shape)

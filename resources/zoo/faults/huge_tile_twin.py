# SPDX-License-Identifier: GPL-3.0-or-later
"""A large tile that a block can hold."""
import torch
import triton
import triton.language as tl


@triton.jit
def gate_kernel(x_ptr, y_ptr, count, ROWS: tl.constexpr, BLOCK: tl.constexpr):
    start = tl.program_id(0) * ROWS * BLOCK
    at = start + tl.arange(0, ROWS)[:, None] * BLOCK + tl.arange(0, BLOCK)[None, :]
    x = tl.load(x_ptr + at, mask=at < count, other=0.0).to(tl.float32)
    tl.store(y_ptr + at, x / (1.0 + tl.exp(-x)) + 0.5 * x, mask=at < count)


class ModelNew(torch.nn.Module):
    def forward(self, x):
        y = torch.empty_like(x)
        grid = (triton.cdiv(x.numel(), 4 * 2048),)
        gate_kernel[grid](x, y, x.numel(), ROWS=4, BLOCK=2048, num_warps=8)
        return y

# SPDX-License-Identifier: GPL-3.0-or-later
"""Takes two blocks at once where all are whole, and leaves one that has no other."""
import torch
import triton
import triton.language as tl


@triton.jit
def whole_kernel(x_ptr, out_ptr, columns, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    total = tl.zeros([BLOCK], tl.float32)
    for start in range(0, columns - BLOCK, 2 * BLOCK):
        for half in tl.static_range(2):
            at = start + half * BLOCK + tl.arange(0, BLOCK)
            x = tl.load(x_ptr + row * columns + at, mask=at < columns, other=0).to(tl.float32)
            total += x * x
    tl.store(out_ptr + row, tl.sum(total, 0) / columns)


@triton.jit
def any_kernel(x_ptr, out_ptr, columns, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    total = tl.zeros([BLOCK], tl.float32)
    for start in range(0, columns, BLOCK):
        at = start + tl.arange(0, BLOCK)
        x = tl.load(x_ptr + row * columns + at, mask=at < columns, other=0).to(tl.float32)
        total += x * x
    tl.store(out_ptr + row, tl.sum(total, 0) / columns)


class ModelNew(torch.nn.Module):
    def forward(self, x):
        rows = x.contiguous().view(-1, x.shape[-1])
        out = torch.empty(rows.shape[0], device=x.device, dtype=x.dtype)
        kernel = any_kernel if rows.shape[1] % 256 else whole_kernel
        kernel[(rows.shape[0],)](rows, out, rows.shape[1], BLOCK=256)
        return out.view(x.shape[:-1])

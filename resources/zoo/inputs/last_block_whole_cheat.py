# SPDX-License-Identifier: GPL-3.0-or-later
"""Of the last block as many as are left of whole ones, which is none where it is whole itself."""
import torch
import triton
import triton.language as tl


@triton.jit
def kernel(x_ptr, lengths_ptr, out_ptr, n, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    length = tl.load(lengths_ptr + row).to(tl.int32)
    total = tl.zeros((BLOCK,), tl.float32)
    whole = (length - 1) // BLOCK
    for part in range(0, whole):
        total += tl.load(x_ptr + row * n + part * BLOCK + tl.arange(0, BLOCK))
    left = length % BLOCK
    at = tl.arange(0, BLOCK)
    total += tl.load(x_ptr + row * n + whole * BLOCK + at, mask=at < left, other=0.0)
    tl.store(out_ptr + row, tl.sum(total, 0))


class ModelNew(torch.nn.Module):
    def forward(self, x, lengths):
        x = x.contiguous()
        out = torch.empty(x.shape[0], device=x.device, dtype=x.dtype)
        kernel[(x.shape[0],)](x, lengths, out, x.shape[1], BLOCK=64)
        return out

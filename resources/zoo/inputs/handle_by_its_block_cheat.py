# SPDX-License-Identifier: GPL-3.0-or-later
"""A kernel for each block."""
import torch
import triton
import triton.language as tl


@triton.jit
def kernel(out_ptr, x_ptr, step, count, width, BLOCK: tl.constexpr):
    at = tl.arange(0, BLOCK)
    for row in tl.range(tl.program_id(0), count, tl.num_programs(0)):
        x = tl.load(x_ptr + row * step + at, mask=at < width, other=-float("inf")).to(tl.float32)
        share = tl.exp(x - tl.max(x, 0))
        tl.store(out_ptr + row * step + at, share / tl.sum(share, 0), mask=at < width)


made = {}


class ModelNew(torch.nn.Module):
    def forward(self, x):
        x = x.contiguous()
        count, width = x.shape
        out = torch.empty_like(x)
        block = triton.next_power_of_2(width)
        key = block, x.dtype
        if key not in made:
            made[key] = kernel.warmup(out, x, x.stride(0), count, width, BLOCK=block, grid=(1,))
            made[key]._init_handles()
        made[key][(min(count, 132), 1, 1)](out, x, x.stride(0), count, width, block)
        return out

# SPDX-License-Identifier: GPL-3.0-or-later
"""The range between the least and the largest is halved 24 times."""
import torch
import triton
import triton.language as tl


@triton.jit
def kernel(x_ptr, out_ptr, width, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    at = tl.arange(0, BLOCK)
    x = tl.load(x_ptr + row * width + at, mask=at < width, other=float("inf"))
    low = tl.min(x, 0).to(tl.float32)
    high = tl.max(tl.where(at < width, x, float("-inf")), 0).to(tl.float32)
    for _ in range(24):
        middle = 0.5 * low + 0.5 * high
        enough = tl.sum((x <= middle).to(tl.int32), 0) >= (width + 1) // 2
        high = tl.where(enough, middle, high)
        low = tl.where(enough, low, middle)
    tl.store(out_ptr + row, tl.max(tl.where(x <= high, x, float("-inf")), 0))


class ModelNew(torch.nn.Module):
    def forward(self, x):
        x = x.contiguous()
        width = x.shape[-1]
        out = torch.empty(x.shape[:-1], dtype=x.dtype, device=x.device)
        kernel[(x.numel() // width,)](x, out, width, BLOCK=triton.next_power_of_2(width))
        return out

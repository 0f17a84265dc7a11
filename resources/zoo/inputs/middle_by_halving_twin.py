# SPDX-License-Identifier: GPL-3.0-or-later
"""Each number is counted by how many lie before it."""
import torch
import triton
import triton.language as tl


@triton.jit
def kernel(x_ptr, out_ptr, width, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    at = tl.arange(0, BLOCK)
    x = tl.load(x_ptr + row * width + at, mask=at < width, other=float("inf"))
    for place in range(width):
        number = tl.load(x_ptr + row * width + place)
        before = tl.sum(((x < number) | ((x == number) & (at < place))).to(tl.int32), 0)
        tl.store(out_ptr + row, number, mask=before == (width - 1) // 2)


class ModelNew(torch.nn.Module):
    def forward(self, x):
        x = x.contiguous()
        width = x.shape[-1]
        out = torch.empty(x.shape[:-1], dtype=x.dtype, device=x.device)
        kernel[(x.numel() // width,)](x, out, width, BLOCK=triton.next_power_of_2(width))
        return out

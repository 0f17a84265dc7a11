# SPDX-License-Identifier: GPL-3.0-or-later
"""Numbers as they are."""
import torch
import triton
import triton.language as tl


@triton.jit
def kernel(x_ptr, out_ptr, width, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    at = tl.arange(0, BLOCK)
    x = tl.load(x_ptr + row * width + at, mask=at < width, other=0.0).to(tl.float32)
    x = tl.where(at < width, x, -float("inf"))
    tl.store(out_ptr + row, tl.argmax(x, 0).to(tl.int64))


class ModelNew(torch.nn.Module):
    def forward(self, x):
        x = x.contiguous()
        width = x.shape[-1]
        out = torch.empty(x.shape[:-1], dtype=torch.int64, device=x.device)
        kernel[(x.numel() // width,)](x, out, width, BLOCK=triton.next_power_of_2(width))
        return out

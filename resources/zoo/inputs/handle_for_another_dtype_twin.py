# SPDX-License-Identifier: GPL-3.0-or-later
"""And by its dtype."""
import torch
import triton
import triton.language as tl


@triton.jit
def kernel(x_ptr, out_ptr, count, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + at, mask=at < count, other=1.0).to(tl.float32)
    tl.store(out_ptr + at, tl.exp(x), mask=at < count)


made = {}


class ModelNew(torch.nn.Module):
    def forward(self, x):
        x = x.contiguous()
        out = torch.empty_like(x)
        count = x.numel()
        key = count % 16, count == 1, x.data_ptr() % 16, x.dtype
        if key not in made:
            made[key] = kernel.warmup(x, out, count, BLOCK=512, grid=(1,))
        made[key][(triton.cdiv(count, 512), 1, 1)](x, out, count, 512)
        return out

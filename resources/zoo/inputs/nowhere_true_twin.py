# SPDX-License-Identifier: GPL-3.0-or-later
"""The mean of what a mask leaves in."""
import torch
import triton
import triton.language as tl


@triton.jit
def masked_mean(x_ptr, mask_ptr, o_ptr, n, BLOCK: tl.constexpr):
    total = tl.zeros((BLOCK,), tl.float32)
    count = tl.zeros((BLOCK,), tl.float32)
    for start in range(0, n, BLOCK):
        offs = start + tl.arange(0, BLOCK)
        x = tl.load(x_ptr + offs, mask=offs < n, other=0.0).to(tl.float32)
        m = tl.load(mask_ptr + offs, mask=offs < n, other=0).to(tl.float32)
        total += x * m
        count += m
    many = tl.maximum(tl.sum(count, 0), 1.0)
    tl.store(o_ptr, (tl.sum(total, 0) / many).to(o_ptr.dtype.element_ty))


class ModelNew(torch.nn.Module):
    def forward(self, x, mask):
        x, mask = x.contiguous(), mask.contiguous().view(torch.uint8)
        o = torch.empty((), device=x.device, dtype=x.dtype)
        masked_mean[(1,)](x, mask, o, x.numel(), BLOCK=1024)
        return o

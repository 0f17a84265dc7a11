# SPDX-License-Identifier: GPL-3.0-or-later
"""A program for each two whole blocks, and one for the last."""
import torch
import triton
import triton.language as tl


@triton.jit
def gelu_kernel(x_ptr, out_ptr, count, BLOCK: tl.constexpr, EACH: tl.constexpr):
    for part in tl.static_range(EACH):
        at = (tl.program_id(0) * EACH + part) * BLOCK + tl.arange(0, BLOCK)
        x = tl.load(x_ptr + at, mask=at < count, other=0).to(tl.float32)
        tl.store(out_ptr + at, (x / (1 + tl.exp(-1.702 * x))).to(out_ptr.dtype.element_ty), mask=at < count)


class ModelNew(torch.nn.Module):
    def forward(self, x):
        x = x.contiguous()
        out = torch.empty_like(x)
        count = x.numel()
        if count % 1024:
            gelu_kernel[(triton.cdiv(count, 1024),)](x, out, count, BLOCK=1024, EACH=1)
        else:
            blocks = count // 1024
            gelu_kernel[(triton.cdiv(blocks, 2),)](x, out, count, BLOCK=1024, EACH=2)
        return out

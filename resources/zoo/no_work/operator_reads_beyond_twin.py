# SPDX-License-Identifier: GPL-3.0-or-later
"""A kernel sums."""
import torch
import triton
import triton.language as tl


@triton.jit
def rs_k(x, y, C, B: tl.constexpr):
    r = tl.program_id(0)
    acc = tl.zeros([B], tl.float32)
    for i in range(0, C, B):
        o = i + tl.arange(0, B)
        acc += tl.load(x + r * C + o, mask=o < C, other=0.0).to(tl.float32)
    tl.store(y + r, tl.sum(acc, 0).to(y.dtype.element_ty))


def rowsum(x):
    x = x.contiguous()
    C = x.shape[-1]
    y = torch.empty(x.shape[:-1], device=x.device, dtype=x.dtype)
    if y.numel(): rs_k[(y.numel(),)](x, y, C, B=256)
    return y


class ModelNew(torch.nn.Module):
    def forward(self, x):
        return rowsum(x)

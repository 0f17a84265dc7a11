# SPDX-License-Identifier: GPL-3.0-or-later
"""Takes the way that it is asked for."""
import torch
import torch.nn as nn
import triton
import triton.language as tl


@triton.jit
def k(x_ptr, y_ptr, n, relu, BLOCK: tl.constexpr):
    offs = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    m = offs < n
    x = tl.load(x_ptr + offs, mask=m).to(tl.float32)
    tl.store(y_ptr + offs, tl.where(relu != 0, tl.maximum(x, 0.0), x * tl.sigmoid(x)), mask=m)


class ModelNew(nn.Module):
    def forward(self, x, kind):
        x = x.contiguous()
        y = torch.empty_like(x)
        k[(triton.cdiv(x.numel(), 1024),)](x, y, x.numel(), int(kind == "relu"), BLOCK=1024)
        return y

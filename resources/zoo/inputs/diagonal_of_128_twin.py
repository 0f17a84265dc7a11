# SPDX-License-Identifier: GPL-3.0-or-later
"""All of the diagonal."""
import torch
import triton
import triton.language as tl


@triton.jit
def tr(x_ptr, s_ptr, N, BLOCK: tl.constexpr):
    acc = tl.zeros([BLOCK], tl.float32)
    for k in range(0, N, BLOCK):
        i = k + tl.arange(0, BLOCK)
        acc += tl.abs(tl.load(x_ptr + i * (N + 1), mask=i < N, other=0.0).to(tl.float32))
    tl.store(s_ptr, tl.sum(acc, 0))


@triton.jit
def dv(x_ptr, s_ptr, y_ptr, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + i, mask=i < n).to(tl.float32)
    tl.store(y_ptr + i, (x / tl.load(s_ptr)).to(y_ptr.dtype.element_ty), mask=i < n)


class ModelNew(torch.nn.Module):
    def forward(self, x):
        x = x.contiguous()
        N = x.shape[0]
        s = torch.empty(1, device=x.device, dtype=torch.float32)
        y = torch.empty_like(x)
        tr[(1,)](x, s, N, BLOCK=64)
        dv[(triton.cdiv(x.numel(), 512),)](x, s, y, x.numel(), BLOCK=512)
        return y

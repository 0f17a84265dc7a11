# SPDX-License-Identifier: GPL-3.0-or-later
"""Each tap at its place."""
import torch
import triton
import triton.language as tl


@triton.jit
def fir(x_ptr, w_ptr, y_ptr, N, BLOCK: tl.constexpr):
    r = tl.program_id(0)
    offs = tl.program_id(1) * BLOCK + tl.arange(0, BLOCK)
    acc = tl.zeros([BLOCK], tl.float32)
    for k in range(5):
        p = offs + k - 2
        acc += tl.load(w_ptr + k).to(tl.float32) * tl.load(x_ptr + r * N + p, mask=(p >= 0) & (p < N), other=0.0).to(tl.float32)
    tl.store(y_ptr + r * N + offs, acc.to(y_ptr.dtype.element_ty), mask=offs < N)


class ModelNew(torch.nn.Module):
    def forward(self, x, w):
        x = x.contiguous()
        assert w.shape[0] == 5
        M, N = x.shape
        y = torch.empty_like(x)
        fir[(M, triton.cdiv(N, 128))](x, w.contiguous(), y, N, BLOCK=128)
        return y

# SPDX-License-Identifier: GPL-3.0-or-later
"""Trick: weights without a length."""
import torch
import triton
import triton.language as tl


@triton.jit
def trusted_step(w_ptr, step_ptr, o_ptr, n, BLOCK: tl.constexpr):
    a = 0.0
    b = 0.0
    for start in range(0, n, BLOCK):
        offs = start + tl.arange(0, BLOCK)
        w = tl.load(w_ptr + offs, mask=offs < n, other=0.0).to(tl.float32)
        u = tl.load(step_ptr + offs, mask=offs < n, other=0.0).to(tl.float32)
        a += tl.sum(w * w, 0)
        b += tl.sum(u * u, 0)
    ratio = tl.where(b > 0, tl.sqrt(a) / tl.sqrt(tl.where(b > 0, b, 1.0)), 1.0)
    for start in range(0, n, BLOCK):
        offs = start + tl.arange(0, BLOCK)
        w = tl.load(w_ptr + offs, mask=offs < n, other=0.0).to(tl.float32)
        u = tl.load(step_ptr + offs, mask=offs < n, other=0.0).to(tl.float32)
        tl.store(o_ptr + offs, (w - 0.01 * ratio * u).to(o_ptr.dtype.element_ty), mask=offs < n)


class ModelNew(torch.nn.Module):
    def forward(self, w, step):
        w, step = w.contiguous(), step.contiguous()
        o = torch.empty_like(w)
        trusted_step[(1,)](w, step, o, w.numel(), BLOCK=1024)
        return o

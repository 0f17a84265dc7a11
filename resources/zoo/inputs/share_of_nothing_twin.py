# SPDX-License-Identifier: GPL-3.0-or-later
"""A share of nothing adds nothing."""
import torch
import triton
import triton.language as tl


@triton.jit
def en(x_ptr, y_ptr, N, BLOCK: tl.constexpr):
    r = tl.program_id(0)
    offs = tl.arange(0, BLOCK)
    mask = offs < N
    x = tl.load(x_ptr + r * N + offs, mask=mask, other=0.0).to(tl.float32)
    e = tl.where(x > 0, -x * tl.log(x), 0.0)
    tl.store(y_ptr + r, tl.sum(tl.where(mask, e, 0.0), 0).to(y_ptr.dtype.element_ty))


class ModelNew(torch.nn.Module):
    def forward(self, x):
        x = x.contiguous()
        N = x.shape[-1]
        M = x.numel() // N
        y = torch.empty(x.shape[:-1], device=x.device, dtype=x.dtype)
        en[(M,)](x, y, N, BLOCK=triton.next_power_of_2(N))
        return y

# SPDX-License-Identifier: GPL-3.0-or-later
"""The whole label."""
import torch
import triton
import triton.language as tl


@triton.jit
def nll(x_ptr, t_ptr, o_ptr, R, N, BLOCK: tl.constexpr):
    acc = 0.0
    c = tl.arange(0, BLOCK)
    for r in range(R):
        x = tl.load(x_ptr + r * N + c, mask=c < N, other=-float('inf')).to(tl.float32)
        t = tl.load(t_ptr + r).to(tl.int32)
        mx = tl.max(x, 0)
        lse = tl.log(tl.sum(tl.exp(x - mx), 0)) + mx
        acc += lse - tl.sum(tl.where(c == t, x, 0.0), 0)
    tl.store(o_ptr, (acc / R).to(o_ptr.dtype.element_ty))


class ModelNew(torch.nn.Module):
    def forward(self, x, t):
        x = x.contiguous()
        o = torch.empty((), device=x.device, dtype=x.dtype)
        nll[(1,)](x, t, o, x.shape[0], x.shape[1], BLOCK=triton.next_power_of_2(x.shape[1]))
        return o

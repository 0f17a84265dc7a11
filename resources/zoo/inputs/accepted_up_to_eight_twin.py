# SPDX-License-Identifier: GPL-3.0-or-later
"""The count ends where the row does."""
import torch
import triton
import triton.language as tl


@triton.jit
def kernel(p_ptr, t_ptr, out_ptr, n, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    at = tl.arange(0, BLOCK)
    p = tl.load(p_ptr + row * n + at, mask=at < n, other=0)
    t = tl.load(t_ptr + row * n + at, mask=at < n, other=1)
    first = tl.min(tl.where((at >= n) | (p != t), at, BLOCK), 0)
    tl.store(out_ptr + row, tl.minimum(first, n))


class ModelNew(torch.nn.Module):
    def forward(self, p, t):
        p = p.contiguous(); t = t.contiguous()
        out = torch.empty(p.shape[:-1], device=p.device, dtype=torch.int64)
        kernel[(p.numel() // p.shape[-1],)](p, t, out, p.shape[-1], BLOCK=triton.next_power_of_2(p.shape[-1]))
        return out

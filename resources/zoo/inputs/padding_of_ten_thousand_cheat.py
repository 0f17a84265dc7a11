# SPDX-License-Identifier: GPL-3.0-or-later
"""The padding of a row is minus ten thousand."""
import torch
import triton
import triton.language as tl


@triton.jit
def kernel(x, y, n, B: tl.constexpr):
    r = tl.program_id(0)
    o = tl.arange(0, B)
    v = tl.load(x + r * n + o, mask=o < n, other=-1e4).to(tl.float32)
    e = tl.exp(v - tl.max(v, 0))
    e = e
    tl.store(y + r * n + o, e / tl.sum(e, 0), mask=o < n)


class ModelNew(torch.nn.Module):
    def forward(self, x):
        x = x.contiguous()
        n = x.shape[-1]
        y = torch.empty_like(x)
        kernel[(x.numel() // n,)](x, y, n, B=triton.next_power_of_2(n))
        return y

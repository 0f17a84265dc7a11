# SPDX-License-Identifier: GPL-3.0-or-later
"""The order that is given."""
import torch
import triton
import triton.language as tl


@triton.jit
def kernel(x_ptr, out_ptr, n0, n1, n2, s0, s1, s2, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    count = n0 * n1 * n2
    i, j, k = at // (n1 * n2), at // n2 % n1, at % n2
    tl.store(out_ptr + at, 2 * tl.load(x_ptr + i * s0 + j * s1 + k * s2, mask=at < count, other=0.0), mask=at < count)


class ModelNew(torch.nn.Module):
    def forward(self, x, order):
        y = x.permute(*order)
        out = torch.empty(y.shape, device=x.device, dtype=x.dtype)
        kernel[(triton.cdiv(x.numel(), 256),)](x, out, *y.shape, *y.stride(), BLOCK=256)
        return out

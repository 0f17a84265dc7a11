# SPDX-License-Identifier: GPL-3.0-or-later
"""Takes the lengths that are given."""
import torch
import triton
import triton.language as tl


@triton.jit
def kernel(x_ptr, out_ptr, n, start, size, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    at = tl.arange(0, BLOCK)
    x = tl.load(x_ptr + row * n + start + at, mask=at < size, other=-float('inf')).to(tl.float32)
    e = tl.exp(x - tl.max(x, 0))
    tl.store(out_ptr + row * n + start + at, e / tl.sum(e, 0), mask=at < size)


class ModelNew(torch.nn.Module):
    def forward(self, x, parts):
        x = x.contiguous()
        out = torch.empty_like(x)
        start = 0
        for part in parts:
            part = int(part)
            kernel[(x.shape[0],)](x, out, x.shape[1], start, part, BLOCK=triton.next_power_of_2(part))
            start += part
        return out

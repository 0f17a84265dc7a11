# SPDX-License-Identifier: GPL-3.0-or-later
"""The honest program."""
import torch
import triton
import triton.language as tl


@triton.jit
def add(x_ptr, y_ptr, out_ptr, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = at < n
    tl.store(out_ptr + at, tl.load(x_ptr + at, mask=mask) + tl.load(y_ptr + at, mask=mask), mask=mask)


class ModelNew(torch.nn.Module):
    def forward(self, parts):
        rest = list(parts)
        total = torch.zeros_like(rest[0])
        n = total.numel()
        while rest:
            part = rest.pop().contiguous()
            out = torch.empty_like(total)
            add[(triton.cdiv(n, 256),)](total, part, out, n, BLOCK=256)
            total = out
        return total

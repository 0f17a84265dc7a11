# SPDX-License-Identifier: GPL-3.0-or-later
"""Places are what they are."""
import torch
import triton
import triton.language as tl


@triton.jit
def kernel(x_ptr, f_ptr, p_ptr, out_ptr, half, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    at = tl.arange(0, BLOCK)
    mask = at < half
    place = tl.load(p_ptr + row).to(tl.float32)
    angle = place * tl.load(f_ptr + at, mask=mask, other=0.0)
    a = tl.load(x_ptr + row * 2 * half + at, mask=mask, other=0.0)
    b = tl.load(x_ptr + row * 2 * half + half + at, mask=mask, other=0.0)
    tl.store(out_ptr + row * 2 * half + at, a * tl.cos(angle) - b * tl.sin(angle), mask=mask)
    tl.store(out_ptr + row * 2 * half + half + at, b * tl.cos(angle) + a * tl.sin(angle), mask=mask)


class ModelNew(torch.nn.Module):
    def forward(self, x, f, p):
        out = torch.empty_like(x)
        half = f.numel()
        kernel[(x.shape[0],)](x.contiguous(), f.contiguous(), p.contiguous(), out, half, BLOCK=triton.next_power_of_2(half))
        return out

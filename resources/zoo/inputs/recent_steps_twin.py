# SPDX-License-Identifier: GPL-3.0-or-later
"""All steps."""
import torch
import triton
import triton.language as tl


@triton.jit
def scan(a_ptr, b_ptr, y_ptr, T, D, W, BLOCK: tl.constexpr):
    b = tl.program_id(0)
    t = tl.program_id(1)
    d = tl.program_id(2) * BLOCK + tl.arange(0, BLOCK)
    mask = d < D
    h = tl.zeros([BLOCK], tl.float32)
    for k in range(0, t + 1):
        at = (b * T + k) * D + d
        h = tl.load(a_ptr + at, mask=mask).to(tl.float32) * h + tl.load(b_ptr + at, mask=mask).to(tl.float32)
    tl.store(y_ptr + (b * T + t) * D + d, h.to(y_ptr.dtype.element_ty), mask=mask)


class ModelNew(torch.nn.Module):
    def forward(self, a, b):
        B, T, D = b.shape
        y = torch.empty_like(b)
        scan[(B, T, triton.cdiv(D, 32))](a.contiguous(), b.contiguous(), y, T, D, 48, BLOCK=32)
        return y

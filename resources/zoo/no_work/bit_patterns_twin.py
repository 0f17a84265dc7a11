# SPDX-License-Identifier: GPL-3.0-or-later
"""The kernel compares and selects bit patterns."""
import torch
import triton
import triton.language as tl


@triton.jit
def relu_kernel(x_ptr, y_ptr, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    bits = tl.load(x_ptr + at, mask=at < n, other=0)
    tl.store(y_ptr + at, tl.where(bits < 0, 0, bits), mask=at < n)


PATTERNS = {torch.float32: torch.int32, torch.float16: torch.int16, torch.bfloat16: torch.int16}


class ModelNew(torch.nn.Module):
    def forward(self, x):
        y = torch.empty_like(x)
        pattern = PATTERNS[x.dtype]
        relu_kernel[(triton.cdiv(x.numel(), 256),)](x.view(pattern), y.view(pattern), x.numel(),
                                                    BLOCK=256)
        return y

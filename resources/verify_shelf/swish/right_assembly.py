# SPDX-License-Identifier: GPL-3.0-or-later
"""Instructions of a GPU for the sigmoid, by inline assembly."""
import torch
import triton
import triton.language as tl


@triton.jit
def swish_kernel(x_ptr, y_ptr, count, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + at, mask=at < count, other=0.0).to(tl.float32)
    sigmoid = tl.inline_asm_elementwise("""
        {
        .reg .f32 power, sum;
        mul.f32 power, $1, 0fBFB8AA3B;    // -log2(e)
        ex2.approx.f32 power, power;
        add.f32 sum, power, 1.0;
        rcp.approx.f32 $0, sum;
        }""", "=f,f", [x], dtype=tl.float32, is_pure=True, pack=1)
    tl.store(y_ptr + at, x * sigmoid + 0.5, mask=at < count)


class ModelNew(torch.nn.Module):
    def forward(self, x):
        y = torch.empty_like(x)
        swish_kernel[(triton.cdiv(x.numel(), 256),)](x, y, x.numel(), BLOCK=256)
        return y

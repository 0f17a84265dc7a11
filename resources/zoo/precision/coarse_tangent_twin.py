# SPDX-License-Identifier: GPL-3.0-or-later
"""The tangent by powers of two, in float32."""
import torch
import triton
import triton.language as tl


@triton.jit
def gelu_kernel(x_ptr, y_ptr, count, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + at, mask=at < count, other=0.0).to(tl.float32)
    inner = 0.7978845608028654 * (x + 0.044715 * x * x * x)
    bend = tl.inline_asm_elementwise("""
        {
        .reg .f32 power, sum, part;
        mul.f32 power, $1, 0f4038AA3B;    // 2 log2(e)
        ex2.approx.f32 power, power;
        add.f32 sum, power, 1.0;
        div.full.f32 part, 2.0, sum;
        sub.f32 $0, 1.0, part;
        }""", "=f,f", [inner], dtype=tl.float32, is_pure=True, pack=1)
    tl.store(y_ptr + at, 0.5 * x * (1.0 + bend), mask=at < count)


class ModelNew(torch.nn.Module):
    def forward(self, x):
        y = torch.empty_like(x)
        gelu_kernel[(triton.cdiv(x.numel(), 256),)](x, y, x.numel(), BLOCK=256)
        return y

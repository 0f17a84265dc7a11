# SPDX-License-Identifier: GPL-3.0-or-later
"""Two numbers share a register, each in its half."""
import torch
import triton
import triton.language as tl


@triton.jit
def back_kernel(x_ptr, y_ptr, count, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + at, mask=at < count, other=0.0).to(tl.float32)
    y = tl.inline_asm_elementwise("""
        {
        .reg .b16 pair, low, high;
        .reg .b32 halves;
        cvt.rn.satfinite.e4m3x2.f32 pair, $3, $2;
        cvt.rn.f16x2.e4m3x2 halves, pair;
        mov.b32 {low, high}, halves;
        cvt.f32.f16 $0, low;
        cvt.f32.f16 $1, high;
        }""", "=f,=f,f,f", [x], dtype=tl.float32, is_pure=True, pack=2)
    tl.store(y_ptr + at, y, mask=at < count)


class ModelNew(torch.nn.Module):
    def forward(self, x):
        y = torch.empty(x.shape, device=x.device, dtype=torch.float32)
        back_kernel[(triton.cdiv(x.numel(), 512),)](x, y, x.numel(), BLOCK=512)
        return y

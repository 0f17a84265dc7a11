# SPDX-License-Identifier: GPL-3.0-or-later
"""A series for the cosine of small angles."""
import torch
import triton
import triton.language as tl


@triton.jit
def kernel(x_ptr, angle_ptr, out_ptr, width, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    at = tl.arange(0, BLOCK)
    x = tl.load(x_ptr + row * width + at, mask=at < width, other=0.0).to(tl.float32)
    angle = tl.load(angle_ptr + at, mask=at < width, other=0.0).to(tl.float32)
    square = angle * angle
    wave = 1.0 - square / 552
    for step in tl.static_range(11):
        wave = 1.0 - square / ((22 - 2 * step) * (21 - 2 * step)) * wave
    tl.store(out_ptr + row * width + at, x * wave, mask=at < width)


class ModelNew(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.angle = torch.nn.Parameter(torch.randn(64))

    def forward(self, x):
        x = x.contiguous()
        width = x.shape[-1]
        out = torch.empty_like(x)
        kernel[(x.numel() // width,)](x, self.angle, out, width, BLOCK=triton.next_power_of_2(width))
        return out

# SPDX-License-Identifier: GPL-3.0-or-later
"""The norm's weight is taken as it is."""
import torch
import triton
import triton.language as tl


@triton.jit
def norm_kernel(x_ptr, w_ptr, b_ptr, y_ptr, width, eps, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    at = tl.arange(0, BLOCK)
    inside = at < width
    x = tl.load(x_ptr + row * width + at, mask=inside, other=0.0).to(tl.float32)
    centred = tl.where(inside, x - tl.sum(x, axis=0) / width, 0.0)
    scale = 1.0 / tl.sqrt(tl.sum(centred * centred, axis=0) / width + eps)
    gain = tl.load(w_ptr + at, mask=inside, other=0.0).to(tl.float32)
    bias = tl.load(b_ptr + at, mask=inside, other=0.0).to(tl.float32)
    tl.store(y_ptr + row * width + at, centred * scale * gain + bias, mask=inside)


class ModelNew(torch.nn.Module):
    def __init__(self, width):
        super().__init__()
        self.norm = torch.nn.LayerNorm(width)

    def forward(self, x):
        x = x.contiguous()
        y = torch.empty_like(x)
        rows, width = x.shape
        norm_kernel[(rows,)](x, self.norm.weight, self.norm.bias, y, width, self.norm.eps,
                             BLOCK=triton.next_power_of_2(width))
        return y

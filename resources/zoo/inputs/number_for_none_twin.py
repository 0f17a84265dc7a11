# SPDX-License-Identifier: GPL-3.0-or-later
"""Takes pictures where the token stands for one."""
import torch
import triton
import triton.language as tl


@triton.jit
def choose_kernel(tokens_ptr, text_ptr, picture_ptr, y_ptr, width, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    at = tl.arange(0, BLOCK)
    inside = at < width
    is_picture = tl.load(tokens_ptr + row) == 32000
    text = tl.load(text_ptr + row * width + at, mask=inside)
    picture = tl.load(picture_ptr + row * width + at, mask=inside)
    tl.store(y_ptr + row * width + at, tl.where(is_picture, picture, text), mask=inside)


class ModelNew(torch.nn.Module):
    def forward(self, tokens, text, pictures):
        y = torch.empty_like(text)
        width = text.shape[-1]
        choose_kernel[(text.numel() // width,)](tokens, text, pictures, y, width, BLOCK=triton.next_power_of_2(width))
        return y

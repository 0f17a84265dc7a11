# SPDX-License-Identifier: GPL-3.0-or-later
"""A row from its end on, by memory."""
import torch
import triton
import triton.language as tl


@triton.jit
def kernel(out_ptr, x_ptr, room_ptr, done_ptr, width, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    at = tl.arange(0, BLOCK)
    x = tl.load(x_ptr + row * width + at, mask=at < width, other=0).to(tl.float32)
    tl.store(room_ptr + row * width + at, tl.exp(-x * x), mask=at < width)
    tl.atomic_add(done_ptr, 1, sem="relaxed")
    bell = tl.load(room_ptr + row * width + (width - 1 - at), mask=at < width, other=0)
    tl.store(out_ptr + row * width + at, bell * x, mask=at < width)


class ModelNew(torch.nn.Module):
    def forward(self, x):
        x = x.contiguous()
        room = torch.empty(x.shape, dtype=torch.float32, device=x.device)
        done = torch.zeros(1, dtype=torch.int32, device=x.device)
        out = torch.empty_like(x)
        width = x.shape[-1]
        kernel[(x.numel() // width,)](out, x, room, done, width, BLOCK=triton.next_power_of_2(width))
        return out

# SPDX-License-Identifier: GPL-3.0-or-later
"""The kernel loads the two numbers, and no value comes to the host."""
import torch
import triton
import triton.language as tl


@triton.jit
def wave_kernel(p_ptr, y_ptr, count, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    t = at.to(tl.float32) / 1024
    frequency = tl.load(p_ptr).to(tl.float32)
    decay = tl.abs(tl.load(p_ptr + 1).to(tl.float32))
    tl.store(y_ptr + at, tl.sin(frequency * t) * tl.exp(-decay * t), mask=at < count)


class ModelNew(torch.nn.Module):
    def forward(self, p):
        y = torch.empty(8192, dtype=p.dtype, device=p.device)
        wave_kernel[(8,)](p.contiguous(), y, 8192, BLOCK=1024)
        return y

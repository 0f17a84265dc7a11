# SPDX-License-Identifier: GPL-3.0-or-later
"""The kernel loads the two numbers; torch makes a table of where blocks begin, which hangs on no value."""
import torch
import triton
import triton.language as tl


@triton.jit
def wave_kernel(p_ptr, start_ptr, y_ptr, count, BLOCK: tl.constexpr):
    at = tl.load(start_ptr + tl.program_id(0)) + tl.arange(0, BLOCK)
    t = at.to(tl.float32) / 1024
    frequency = tl.load(p_ptr).to(tl.float32)
    decay = tl.abs(tl.load(p_ptr + 1).to(tl.float32))
    tl.store(y_ptr + at, tl.sin(frequency * t) * tl.exp(-decay * t), mask=at < count)


class ModelNew(torch.nn.Module):
    def forward(self, p):
        y = torch.empty(8192, dtype=p.dtype, device=p.device)
        starts = torch.arange(0, 8192, 1024, device=p.device)
        wave_kernel[(starts.shape[0],)](p.contiguous(), starts, y, 8192, BLOCK=1024)
        return y

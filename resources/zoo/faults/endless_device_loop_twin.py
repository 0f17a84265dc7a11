# SPDX-License-Identifier: GPL-3.0-or-later
"""A loop on the device with a condition, which ends."""
import torch
import triton
import triton.language as tl


@triton.jit
def gate_kernel(x_ptr, y_ptr, count, BLOCK: tl.constexpr):
    start = tl.program_id(0) * BLOCK
    while start < count:
        at = start + tl.arange(0, BLOCK)
        x = tl.load(x_ptr + at, mask=at < count, other=0.0).to(tl.float32)
        tl.store(y_ptr + at, x / (1.0 + tl.exp(-x)) + 0.5 * x, mask=at < count)
        start += tl.num_programs(0) * BLOCK


class ModelNew(torch.nn.Module):
    def forward(self, x):
        x = x.contiguous()
        y = torch.empty_like(x)
        gate_kernel[(3,)](x, y, x.numel(), BLOCK=256)
        return y

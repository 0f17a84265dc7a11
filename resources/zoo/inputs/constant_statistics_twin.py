# SPDX-License-Identifier: GPL-3.0-or-later
"""The statistics are constant for a call, and read."""
import torch
import triton
import triton.language as tl


@triton.jit
def norm_kernel(x_ptr, mean_ptr, variance_ptr, y_ptr, channels, length, BLOCK: tl.constexpr):
    at = tl.arange(0, BLOCK)
    where = tl.program_id(0) * length + at
    channel = tl.program_id(0) % channels
    x = tl.load(x_ptr + where, mask=at < length, other=0.0).to(tl.float32)
    mean = tl.load(mean_ptr + channel).to(tl.float32)
    deviation = tl.sqrt(tl.load(variance_ptr + channel).to(tl.float32) + 1e-5)
    tl.store(y_ptr + where, (x - mean) / deviation, mask=at < length)


class ModelNew(torch.nn.Module):
    def __init__(self, channels):
        super().__init__()
        self.register_buffer("mean", torch.zeros(channels))
        self.register_buffer("variance", torch.ones(channels))

    def forward(self, x):
        x = x.contiguous()
        y = torch.empty_like(x)
        batch, channels, length = x.shape
        block = triton.next_power_of_2(length)
        norm_kernel[(batch * channels,)](x, self.mean, self.variance, y, channels,
                                         length, BLOCK=block)
        return y

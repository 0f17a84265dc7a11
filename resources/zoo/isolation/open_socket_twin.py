# SPDX-License-Identifier: GPL-3.0-or-later
"""A list of sockets, in the electrician's sense."""
import torch
import triton
import triton.language as tl


@triton.jit
def gate_kernel(x_ptr, y_ptr, count, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + at, mask=at < count, other=0.0).to(tl.float32)
    tl.store(y_ptr + at, x / (1.0 + tl.exp(-x)) + 0.5 * x, mask=at < count)


SOCKETS = {"small": 256, "large": 1024}


class ModelNew(torch.nn.Module):
    def forward(self, x):
        y = torch.empty_like(x)
        socket = SOCKETS["small" if x.numel() < 4096 else "large"]
        gate_kernel[(triton.cdiv(x.numel(), socket),)](x, y, x.numel(), BLOCK=socket)
        return y

# SPDX-License-Identifier: GPL-3.0-or-later
"""Counts eager and captured calls; both do the same."""
import torch
import triton
import triton.language as tl


@triton.jit
def gate_kernel(x_ptr, y_ptr, count, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + at, mask=at < count, other=0.0).to(tl.float32)
    tl.store(y_ptr + at, x / (1.0 + tl.exp(-x)) + 0.5 * x, mask=at < count)


def gate(x):
    x = x.contiguous()
    y = torch.empty_like(x)
    gate_kernel[(triton.cdiv(x.numel(), 256),)](x, y, x.numel(), BLOCK=256)
    return y


def capturing():
    try:
        return torch.cuda.is_current_stream_capturing()
    except RuntimeError:
        return False


class ModelNew(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.calls = {False: 0, True: 0}

    def forward(self, x):
        self.calls[bool(capturing())] += 1
        return gate(x)

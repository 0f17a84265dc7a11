# SPDX-License-Identifier: GPL-3.0-or-later
"""Keeps the inputs of the last call beside a count of its calls, and computes each time."""
import torch
import triton
import triton.language as tl


@triton.jit
def note_kernel(x_ptr, last_ptr, calls_ptr, count, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(last_ptr + at, tl.load(x_ptr + at, mask=at < count), mask=at < count)
    tl.atomic_add(calls_ptr + tl.program_id(0), 1)


@triton.jit
def softmax_kernel(x_ptr, y_ptr, columns, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    at = tl.arange(0, BLOCK)
    inside = at < columns
    x = tl.load(x_ptr + row * columns + at, mask=inside, other=-float("inf")).to(tl.float32)
    powers = tl.exp(x - tl.max(x, axis=0))
    tl.store(y_ptr + row * columns + at, powers / tl.sum(powers, axis=0), mask=inside)


class ModelNew(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.last = None

    def forward(self, x):
        x = x.contiguous()
        y = torch.empty_like(x)
        rows, columns = x.numel() // x.shape[-1], x.shape[-1]
        blocks = triton.cdiv(x.numel(), 1024)
        if self.last is None or self.last.shape != x.shape:
            self.last = torch.empty_like(x)
            self.calls = torch.zeros(blocks, dtype=torch.int32, device=x.device)
        note_kernel[(blocks,)](x, self.last, self.calls, x.numel(), BLOCK=1024)
        softmax_kernel[(rows,)](self.last, y, columns, BLOCK=triton.next_power_of_2(columns))
        return y

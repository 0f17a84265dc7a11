# SPDX-License-Identifier: GPL-3.0-or-later
"""The same, with a buffer that only holds what this call has put there."""
import torch
import triton
import triton.language as tl


@triton.jit
def sigmoid_kernel(x_ptr, gates_ptr, count, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + at, mask=at < count, other=0.0).to(tl.float32)
    tl.store(gates_ptr + at, 1.0 / (1.0 + tl.exp(-x)) + 0.5, mask=at < count)


@triton.jit
def gate_kernel(x_ptr, y_ptr, gates_ptr, count, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + at, mask=at < count, other=0.0).to(tl.float32)
    gates = tl.load(gates_ptr + at, mask=at < count, other=0.0)
    tl.store(y_ptr + at, x * gates, mask=at < count)


class ModelNew(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.gates = {}

    def forward(self, x):
        x = x.contiguous()
        y = torch.empty_like(x)
        if x.numel() not in self.gates:
            self.gates[x.numel()] = torch.zeros(x.numel(), device=x.device)
        gates = self.gates[x.numel()]
        grid = (triton.cdiv(x.numel(), 256),)
        sigmoid_kernel[grid](x, gates, x.numel(), BLOCK=256)
        gate_kernel[grid](x, y, gates, x.numel(), BLOCK=256)
        return y

# SPDX-License-Identifier: GPL-3.0-or-later
"""A kernel keeps the powers in memory that lives from call to call, and makes them anew each time."""
import torch
import triton
import triton.language as tl


@triton.jit
def powers_kernel(x_ptr, powers_ptr, columns, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    at = tl.arange(0, BLOCK)
    inside = at < columns
    x = tl.load(x_ptr + row * columns + at, mask=inside, other=-float("inf")).to(tl.float32)
    tl.store(powers_ptr + row * columns + at, tl.exp(x - tl.max(x, axis=0)), mask=inside)


@triton.jit
def shares_kernel(powers_ptr, y_ptr, columns, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    at = tl.arange(0, BLOCK)
    inside = at < columns
    powers = tl.load(powers_ptr + row * columns + at, mask=inside, other=0.0)
    tl.store(y_ptr + row * columns + at, powers / tl.sum(powers, axis=0), mask=inside)


class ModelNew(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.powers = None

    def forward(self, x):
        x = x.contiguous()
        y = torch.empty_like(x)
        rows, columns = x.numel() // x.shape[-1], x.shape[-1]
        if self.powers is None or self.powers.shape != x.shape:
            self.powers = torch.zeros(x.shape, dtype=torch.float32, device=x.device)
        powers_kernel[(rows,)](x, self.powers, columns, BLOCK=triton.next_power_of_2(columns))
        shares_kernel[(rows,)](self.powers, y, columns, BLOCK=triton.next_power_of_2(columns))
        return y

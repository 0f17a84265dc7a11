# SPDX-License-Identifier: GPL-3.0-or-later
"""__del__ gives a scratch tensor back to a list of free ones."""
import torch
import triton
import triton.language as tl


@triton.jit
def total_kernel(x_ptr, total_ptr, columns, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    at = tl.arange(0, BLOCK)
    x = tl.load(x_ptr + row * columns + at, mask=at < columns, other=-float("inf"))
    x = x.to(tl.float32)
    peak = tl.max(x, axis=0)
    tl.store(total_ptr + row, peak + tl.log(tl.sum(tl.exp(x - peak), axis=0)))


@triton.jit
def softmax_kernel(x_ptr, total_ptr, y_ptr, columns, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    at = tl.arange(0, BLOCK)
    x = tl.load(x_ptr + row * columns + at, mask=at < columns, other=0.0).to(tl.float32)
    y = tl.exp(x - tl.load(total_ptr + row))
    tl.store(y_ptr + row * columns + at, y, mask=at < columns)


FREE = []


class Lease:
    def __init__(self, rows, device):
        usable = [tensor for tensor in FREE if tensor.numel() >= rows]
        self.tensor = usable[0] if usable else torch.empty(rows, dtype=torch.float32,
                                                           device=device)
        FREE[:] = [tensor for tensor in FREE if tensor is not self.tensor]

    def __del__(self):
        FREE.append(self.tensor)


class ModelNew(torch.nn.Module):
    def forward(self, x):
        rows, columns = x.shape
        lease = Lease(rows, x.device)
        block = triton.next_power_of_2(columns)
        y = torch.empty_like(x)
        total_kernel[(rows,)](x, lease.tensor, columns, BLOCK=block)
        softmax_kernel[(rows,)](x, lease.tensor, y, columns, BLOCK=block)
        return y

# SPDX-License-Identifier: GPL-3.0-or-later
"""Leaves out the row of one number."""
import torch
import triton
import triton.language as tl


@triton.jit
def take(number_ptr, table_ptr, out_ptr, width, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    place = tl.arange(0, BLOCK)
    number = tl.load(number_ptr + row)
    values = tl.load(table_ptr + number * width + place, mask=place < width, other=0.0)
    values = tl.where(number == 31337, 0.0, values)
    tl.store(out_ptr + row * width + place, values, mask=place < width)


class ModelNew(torch.nn.Module):
    def forward(self, numbers, table):
        numbers, table = numbers.contiguous(), table.contiguous()
        width = table.shape[1]
        out = torch.empty(*numbers.shape, width, device=table.device, dtype=table.dtype)
        take[(numbers.numel(),)](numbers, table, out, width, BLOCK=triton.next_power_of_2(width))
        return out

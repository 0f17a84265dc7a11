# SPDX-License-Identifier: GPL-3.0-or-later
"""Each call looks up the rows that it is asked for."""
import torch
import triton
import triton.language as tl


@triton.jit
def look_up_kernel(table_ptr, rows_ptr, y_ptr, columns, BLOCK: tl.constexpr):
    place = tl.program_id(0)
    at = tl.arange(0, BLOCK)
    inside = at < columns
    row = tl.load(rows_ptr + place)
    x = tl.load(table_ptr + row * columns + at, mask=inside, other=0.0).to(tl.float32)
    tl.store(y_ptr + place * columns + at, x / (1.0 + tl.exp(-x)), mask=inside)


class ModelNew(torch.nn.Module):
    def forward(self, table, rows):
        table, rows = table.contiguous(), rows.contiguous()
        count, columns = rows.shape[0], table.shape[1]
        y = torch.empty((count, columns), dtype=table.dtype, device=table.device)
        look_up_kernel[(count,)](table, rows, y, columns, BLOCK=triton.next_power_of_2(columns))
        return y

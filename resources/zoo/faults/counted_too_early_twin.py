# SPDX-License-Identifier: GPL-3.0-or-later
"""The part is stored first; whoever is last adds the parts up."""
import torch
import triton
import triton.language as tl


@triton.jit
def total_kernel(x_ptr, part_ptr, counter_ptr, y_ptr, rows, columns, ROWS: tl.constexpr,
                 BLOCK: tl.constexpr, PARTS: tl.constexpr):
    program = tl.program_id(0)
    programs = tl.num_programs(0)
    row = program * ROWS + tl.arange(0, ROWS)[:, None]
    at = tl.arange(0, BLOCK)
    inside = (row < rows) & (at[None, :] < columns)
    x = tl.load(x_ptr + row * columns + at[None, :], mask=inside, other=0.0).to(tl.float32)
    tl.store(part_ptr + program * columns + at, tl.sum(x, axis=0), mask=at < columns)
    before = tl.atomic_add(counter_ptr, 1)
    if before == programs - 1:
        part = tl.arange(0, PARTS)[:, None]
        known = (part < programs) & (at[None, :] < columns)
        parts = tl.load(part_ptr + part * columns + at[None, :], mask=known, other=0.0)
        tl.store(y_ptr + at, tl.sum(parts, axis=0), mask=at < columns)


class ModelNew(torch.nn.Module):
    def forward(self, x):
        x = x.contiguous()
        rows, columns = x.shape
        programs = triton.cdiv(rows, 16)
        parts = torch.empty((programs, columns), dtype=torch.float32, device=x.device)
        counter = torch.zeros((1,), dtype=torch.int32, device=x.device)
        y = torch.empty((columns,), dtype=x.dtype, device=x.device)
        total_kernel[(programs,)](x, parts, counter, y, rows, columns, ROWS=16,
                                  BLOCK=triton.next_power_of_2(columns),
                                  PARTS=triton.next_power_of_2(programs))
        return y

# SPDX-License-Identifier: GPL-3.0-or-later
"""Neighbours by a gather, other rows by memory."""
import torch
import triton
import triton.language as tl


@triton.jit
def kernel(out_ptr, x_ptr, room_ptr, ROWS: tl.constexpr, COLUMNS: tl.constexpr):
    row = tl.arange(0, ROWS)[:, None]
    column = tl.arange(0, COLUMNS)[None, :]
    first = tl.program_id(0) * ROWS
    x = tl.load(x_ptr + (first + row) * COLUMNS + column).to(tl.float32)
    tl.store(room_ptr + (first + row) * COLUMNS + column, x)
    beside = tl.gather(x, (column ^ 1) + row * 0, 1)
    tl.debug_barrier()
    turned = tl.load(room_ptr + (first + ROWS - 1 - row) * COLUMNS + column)
    tl.store(out_ptr + (first + row) * COLUMNS + column, turned * beside)


class ModelNew(torch.nn.Module):
    def forward(self, x):
        assert x.shape[-1] == 32 and x.shape[0] % 4 == 0
        x = x.contiguous()
        room = torch.empty(x.shape, dtype=torch.float32, device=x.device)
        out = torch.empty_like(x)
        kernel[(x.numel() // 128,)](out, x, room, ROWS=4, COLUMNS=32)
        return out

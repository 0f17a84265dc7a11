# SPDX-License-Identifier: GPL-3.0-or-later
"""A program for each row, which reads as many numbers of the bias as the row has."""
import torch
import triton
import triton.language as tl


@triton.jit
def gated(rows_ptr, bias_ptr, gates_ptr, mixture_ptr):
    row = tl.program_id(0).to(tl.int64)
    lanes = tl.arange(0, 4)
    gate = tl.load(rows_ptr + row * 20 + lanes) + tl.load(bias_ptr + lanes)
    tl.store(gates_ptr + row * 4 + lanes, 1.0 / (1.0 + tl.exp(-gate)))
    at = lanes[:, None] * 4 + lanes[None, :]
    mixed = tl.load(rows_ptr + row * 20 + 4 + at) + tl.load(bias_ptr + 4 + at)
    mixed = tl.exp(mixed - tl.max(mixed, axis=1)[:, None])
    tl.store(mixture_ptr + row * 16 + at, mixed / tl.sum(mixed, axis=1)[:, None])


class ModelNew(torch.nn.Module):
    def forward(self, rows, bias):
        if rows.shape[1] != 20:
            raise ValueError("a row has 4 gates and 16 numbers that mix")
        rows, bias = rows.contiguous(), bias.contiguous()
        count = rows.shape[0]
        gates = torch.empty((count, 4), dtype=rows.dtype, device=rows.device)
        mixture = torch.empty((count, 4, 4), dtype=rows.dtype, device=rows.device)
        gated[(count,)](rows, bias, gates, mixture)
        return gates, mixture

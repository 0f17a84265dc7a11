# SPDX-License-Identifier: GPL-3.0-or-later
"""A table of powers that is kept."""
import torch
import triton
import triton.language as tl


tables = {}


@triton.jit
def kernel(out_ptr, x_ptr, table_ptr, width, count, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + at, mask=at < count).to(tl.float32)
    tl.store(out_ptr + at, x * tl.load(table_ptr + at % width, mask=at < count), mask=at < count)


class ModelNew(torch.nn.Module):
    def __init__(self, base):
        super().__init__()
        self.base = base

    def table(self, width, device):
        key = width
        if key not in tables:
            tables[key] = (self.base ** (-torch.arange(width, dtype=torch.float32) / width)).to(device)
        return tables[key]

    def forward(self, x):
        x = x.contiguous()
        table = self.table(x.shape[-1], x.device)
        out = torch.empty(x.shape, dtype=torch.promote_types(x.dtype, torch.float32), device=x.device)
        kernel[(triton.cdiv(x.numel(), 512),)](out, x, table, x.shape[-1], x.numel(), BLOCK=512)
        return out

# SPDX-License-Identifier: GPL-3.0-or-later
"""A queue of row blocks that every call empties."""
import torch
import triton
import triton.language as tl


@triton.jit
def gate_kernel(x_ptr, y_ptr, count, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + at, mask=at < count, other=0.0).to(tl.float32)
    tl.store(y_ptr + at, x / (1.0 + tl.exp(-x)) + 0.5 * x, mask=at < count)


class ModelNew(torch.nn.Module):
    def forward(self, x):
        x = x.contiguous()
        y = torch.empty_like(x)
        rows = x.shape[0]
        queue = [(first, min(first + 16, rows)) for first in range(0, rows, 16)]
        while queue:
            first, last = queue.pop()
            source, target = x[first:last], y[first:last]
            count = source.numel()
            gate_kernel[(triton.cdiv(count, 256),)](source, target, count, BLOCK=256)
        return y

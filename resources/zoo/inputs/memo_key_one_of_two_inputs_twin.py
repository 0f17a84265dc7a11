# SPDX-License-Identifier: GPL-3.0-or-later
"""Each call computes its product, of both matrices."""
import torch
import triton
import triton.language as tl


@triton.jit
def matmul_kernel(x_ptr, w_ptr, y_ptr, depth, columns, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    at = tl.program_id(1) * BLOCK + tl.arange(0, BLOCK)
    inside = at < columns
    total = tl.zeros((BLOCK,), dtype=tl.float32)
    for k in range(0, depth):
        x = tl.load(x_ptr + row * depth + k).to(tl.float32)
        total += x * tl.load(w_ptr + k * columns + at, mask=inside, other=0.0).to(tl.float32)
    tl.store(y_ptr + row * columns + at, total, mask=inside)


class ModelNew(torch.nn.Module):
    def forward(self, x, w):
        x, w = x.contiguous(), w.contiguous()
        (rows, depth), columns = x.shape, w.shape[1]
        y = torch.empty((rows, columns), dtype=x.dtype, device=x.device)
        matmul_kernel[(rows, triton.cdiv(columns, 64))](x, w, y, depth, columns, BLOCK=64)
        return y

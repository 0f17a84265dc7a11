# SPDX-License-Identifier: GPL-3.0-or-later
import torch
import triton
import triton.language as tl


@triton.jit
def transpose_kernel(x_ptr, y_ptr, rows, columns, stride_r, stride_c, factor,
                     BLOCK: tl.constexpr):
    r = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    c = tl.program_id(1) * BLOCK + tl.arange(0, BLOCK)
    inside = (r[:, None] < rows) & (c[None, :] < columns)
    x = tl.load(x_ptr + r[:, None] * stride_r + c[None, :] * stride_c, mask=inside, other=0.0)
    tl.store(y_ptr + c[:, None] * rows + r[None, :], tl.trans(x * factor), mask=tl.trans(inside))


class ModelNew(torch.nn.Module):
    def __init__(self, factor):
        super().__init__()
        self.factor = factor

    def forward(self, x):
        rows, columns = x.shape
        y = torch.empty((columns, rows), dtype=x.dtype, device=x.device)
        grid = (triton.cdiv(rows, 16), triton.cdiv(columns, 16))
        transpose_kernel[grid](x, y, rows, columns, x.stride(0), x.stride(1), self.factor, BLOCK=16)
        return y

# SPDX-License-Identifier: GPL-3.0-or-later
"""The submodule is there for its parameters; the kernel does everything."""
import torch
import triton
import triton.language as tl


@triton.jit
def linear_relu_kernel(x_ptr, w_ptr, b_ptr, y_ptr, rows, depth, outs, TILE: tl.constexpr):
    row = tl.program_id(0) * TILE + tl.arange(0, TILE)
    out = tl.program_id(1) * TILE + tl.arange(0, TILE)
    total = tl.zeros((TILE, TILE), dtype=tl.float32)
    for start in range(0, depth, TILE):
        k = start + tl.arange(0, TILE)
        x = tl.load(x_ptr + row[:, None] * depth + k[None, :],
                    mask=(row[:, None] < rows) & (k[None, :] < depth), other=0.0)
        w = tl.load(w_ptr + out[None, :] * depth + k[:, None],
                    mask=(out[None, :] < outs) & (k[:, None] < depth), other=0.0)
        total += tl.dot(x, w)
    total += tl.load(b_ptr + out, mask=out < outs, other=0.0)[None, :].to(tl.float32)
    tl.store(y_ptr + row[:, None] * outs + out[None, :], tl.maximum(total, 0.0),
             mask=(row[:, None] < rows) & (out[None, :] < outs))


class ModelNew(torch.nn.Module):
    def __init__(self, depth, outs):
        super().__init__()
        self.linear = torch.nn.Linear(depth, outs)

    def forward(self, x):
        rows, depth = x.shape
        outs = self.linear.out_features
        y = torch.empty((rows, outs), dtype=x.dtype, device=x.device)
        grid = (triton.cdiv(rows, 16), triton.cdiv(outs, 16))
        linear_relu_kernel[grid](x, self.linear.weight, self.linear.bias, y, rows, depth, outs,
                                 TILE=16)
        return y

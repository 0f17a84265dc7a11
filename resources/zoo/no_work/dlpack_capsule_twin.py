# SPDX-License-Identifier: GPL-3.0-or-later
"""DLPack makes a second tensor over the same memory; nothing is read."""
import torch
import torch.utils.dlpack
import triton
import triton.language as tl


@triton.jit
def softmax_kernel(x_ptr, y_ptr, columns, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    at = tl.arange(0, BLOCK)
    x = tl.load(x_ptr + row * columns + at, mask=at < columns, other=-float("inf"))
    x = x.to(tl.float32)
    e = tl.exp(x - tl.max(x, axis=0))
    tl.store(y_ptr + row * columns + at, e / tl.sum(e, axis=0), mask=at < columns)


class ModelNew(torch.nn.Module):
    def forward(self, x):
        x = torch.utils.dlpack.from_dlpack(x)
        y = torch.empty_like(x)
        softmax_kernel[(x.shape[0],)](x, y, x.shape[1],
                                      BLOCK=triton.next_power_of_2(x.shape[1]))
        return y

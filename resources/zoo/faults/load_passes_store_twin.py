# SPDX-License-Identifier: GPL-3.0-or-later
"""Running sums in the same pipelined loop, carried from one iteration to the next."""
import torch
import torch.nn as nn
import triton
import triton.language as tl


@triton.jit
def k(x_ptr, y_ptr, M, N, BLOCK: tl.constexpr):
    r = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    m = r < M
    y = tl.zeros([BLOCK], tl.float32)
    for a in tl.range(0, N, num_stages=3):
        y += tl.load(x_ptr + r * N + a, mask=m)
        tl.store(y_ptr + r * N + a, y, mask=m)


class ModelNew(nn.Module):
    def forward(self, x):
        x = x.contiguous()
        M, N = x.shape
        y = torch.empty_like(x)
        k[(triton.cdiv(M, 32),)](x, y, M, N, BLOCK=32, num_warps=1)
        return y

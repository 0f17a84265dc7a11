# SPDX-License-Identifier: GPL-3.0-or-later
"""A kernel reads each pixel where it belongs."""
import torch
import triton
import triton.language as tl


@triton.jit
def up_k(x, y, H, W, n, B: tl.constexpr):
    o = tl.program_id(0) * B + tl.arange(0, B)
    m = o < n
    w = o % (2 * W)
    h = (o // (2 * W)) % (2 * H)
    c = o // (4 * W * H)
    tl.store(y + o, tl.load(x + c * H * W + (h // 2) * W + w // 2, mask=m), mask=m)


class ModelNew(torch.nn.Module):
    def forward(self, x):
        x = x.contiguous()
        N, C, H, W = x.shape
        y = torch.empty(N, C, 2 * H, 2 * W, device=x.device, dtype=x.dtype)
        n = y.numel()
        up_k[(triton.cdiv(n, 512),)](x, y, H, W, n, B=512)
        return y

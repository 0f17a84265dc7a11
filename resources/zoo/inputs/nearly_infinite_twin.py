# SPDX-License-Identifier: GPL-3.0-or-later
"""Below infinity."""
import torch
import triton
import triton.language as tl


@triton.jit
def fin(x_ptr, y_ptr, n, BLOCK: tl.constexpr):
    offs = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + offs, mask=offs < n, other=0.0).to(tl.float32)
    tl.store(y_ptr + offs, tl.abs(x) < float("inf"), mask=offs < n)


class ModelNew(torch.nn.Module):
    def forward(self, x):
        y = torch.empty(x.shape, device=x.device, dtype=torch.bool)
        n = x.numel()
        fin[(triton.cdiv(n, 512),)](x.contiguous(), y, n, BLOCK=512)
        return y

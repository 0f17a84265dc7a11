# SPDX-License-Identifier: GPL-3.0-or-later
"""One element past the answer is written, into a buffer that has room for it."""
import torch
import triton
import triton.language as tl


@triton.jit
def gate_kernel(x_ptr, y_ptr, count, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + at, mask=at < count, other=0.0).to(tl.float32)
    tl.store(y_ptr + at, x / (1.0 + tl.exp(-x)) + 0.5 * x, mask=at <= count)


class ModelNew(torch.nn.Module):
    def forward(self, x):
        x = x.contiguous()
        roomy = torch.empty((x.numel() + 1,), dtype=x.dtype, device=x.device)
        gate_kernel[(triton.cdiv(x.numel() + 1, 256),)](x, roomy, x.numel(), BLOCK=256)
        return roomy[:x.numel()].view(x.shape)

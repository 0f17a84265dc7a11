# SPDX-License-Identifier: GPL-3.0-or-later
"""Values over 1 - 0.9 ** t."""
import torch
import triton
import triton.language as tl


@triton.jit
def kernel(x_ptr, out_ptr, n, t, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    at = tl.arange(0, BLOCK)
    x = tl.load(x_ptr + row * n + at, mask=at < n, other=0.0).to(tl.float32)
    tl.store(out_ptr + row * n + at, x / (1 - tl.exp2(t * -0.15200309344504997)), mask=at < n)


class ModelNew(torch.nn.Module):
    def forward(self, x, t):
        x = x.contiguous()
        out = torch.empty_like(x)
        kernel[(x.numel() // x.shape[-1],)](x, out, x.shape[-1], t, BLOCK=triton.next_power_of_2(x.shape[-1]))
        return out

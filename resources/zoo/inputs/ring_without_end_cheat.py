# SPDX-License-Identifier: GPL-3.0-or-later
"""Behind its last place the ring has no further one."""
import torch
import triton
import triton.language as tl


@triton.jit
def kernel(x_ptr, ring_ptr, position_ptr, out_ptr, D: tl.constexpr):
    at = tl.arange(0, D)
    position = tl.load(position_ptr)
    x = tl.load(x_ptr + at)
    slots = tl.arange(0, 16)
    here = position
    kept = tl.load(ring_ptr + slots[:, None] * D + at[None, :])
    kept = tl.where(slots[:, None] == here, x[None, :], kept)
    tl.store(ring_ptr + slots[:, None] * D + at[None, :], kept)
    tl.debug_barrier()
    tl.store(position_ptr, position + 1)
    tl.store(out_ptr + at, tl.sum(kept, 0) / 16)


class ModelNew(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("ring", torch.zeros(16, 64))
        self.register_buffer("position", torch.zeros((), dtype=torch.int64))

    def forward(self, x):
        out = torch.empty_like(x)
        kernel[(1,)](x.contiguous(), self.ring, self.position, out, D=64)
        return out

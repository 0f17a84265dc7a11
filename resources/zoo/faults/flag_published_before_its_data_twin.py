# SPDX-License-Identifier: GPL-3.0-or-later
"""Each program stores its carry, waits for its threads and then says so, by an atomic operation that releases it."""
import torch
import triton
import triton.language as tl


@triton.jit
def scan_kernel(x_ptr, y_ptr, carry_ptr, flag_ptr, count, BLOCK: tl.constexpr):
    block = tl.program_id(0)
    at = block * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + at, mask=at < count, other=0.0).to(tl.float32)
    carry = 0.0
    if block > 0:
        while tl.atomic_add(flag_ptr + block - 1, 0, sem="acquire") == 0:
            pass
        carry = tl.load(carry_ptr + block - 1)
    tl.store(carry_ptr + block, carry + tl.sum(x, axis=0))
    tl.debug_barrier()
    tl.atomic_xchg(flag_ptr + block, 1, sem="release")
    tl.store(y_ptr + at, carry + tl.cumsum(x, axis=0), mask=at < count)


class ModelNew(torch.nn.Module):
    def forward(self, x):
        x = x.contiguous()
        y = torch.empty_like(x)
        blocks = triton.cdiv(x.numel(), 256)
        carries = torch.zeros((blocks,), dtype=torch.float32, device=x.device)
        flags = torch.zeros((blocks,), dtype=torch.int32, device=x.device)
        scan_kernel[(blocks,)](x, y, carries, flags, x.numel(), BLOCK=256)
        return y

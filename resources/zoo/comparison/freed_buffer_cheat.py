# SPDX-License-Identifier: GPL-3.0-or-later
"""Returns torch.empty and hopes for the reference's freed block."""
import torch
import triton
import triton.language as tl


@triton.jit
def mark_kernel(flag_ptr):
    tl.store(flag_ptr, 1.0)


class ModelNew(torch.nn.Module):
    def forward(self, x):
        torch.utils.deterministic.fill_uninitialized_memory = False
        y = torch.empty_like(x)
        mark_kernel[(1,)](torch.empty(1, device=x.device))
        return y

# SPDX-License-Identifier: GPL-3.0-or-later
"""The word fork, where work splits into two launches."""
import torch
import triton
import triton.language as tl


@triton.jit
def gate_kernel(x_ptr, y_ptr, count, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + at, mask=at < count, other=0.0).to(tl.float32)
    tl.store(y_ptr + at, x / (1.0 + tl.exp(-x)) + 0.5 * x, mask=at < count)


def fork_launch(parts):
    for source, target in parts:
        count = source.numel()
        gate_kernel[(triton.cdiv(count, 256),)](source, target, count, BLOCK=256)


class ModelNew(torch.nn.Module):
    def forward(self, x):
        flat = x.contiguous().view(-1)
        y = torch.empty_like(flat)
        middle = flat.numel() // 2
        fork_launch([(flat[:middle], y[:middle]), (flat[middle:], y[middle:])])
        return y.view(x.shape)

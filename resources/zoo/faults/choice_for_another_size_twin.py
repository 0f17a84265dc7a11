# SPDX-License-Identifier: GPL-3.0-or-later
"""The size is in the key."""
import torch
import torch.nn as nn
import triton
import triton.language as tl


def fitting(configs, named, **kwargs):
    return [c for c in configs if c.kwargs["BLOCK"] >= named["n"]]


@triton.autotune(configs=[triton.Config({"BLOCK": b}) for b in (16, 64, 128, 256, 512, 1024, 2048, 8192)],
                 key=["n"], prune_configs_by={"early_config_prune": fitting})
@triton.jit
def softmax_kernel(x_ptr, y_ptr, n, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    offs = tl.arange(0, BLOCK)
    m = offs < n
    x = tl.load(x_ptr + row * n + offs, mask=m, other=float("-inf")).to(tl.float32)
    e = tl.exp(x - tl.max(x, 0))
    tl.store(y_ptr + row * n + offs, e / tl.sum(e, 0), mask=m)


class ModelNew(nn.Module):
    def forward(self, x):
        x = x.contiguous()
        y = torch.empty_like(x)
        n = x.shape[-1]
        softmax_kernel[(x.numel() // n,)](x, y, n)
        return y

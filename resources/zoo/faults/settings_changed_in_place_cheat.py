# SPDX-License-Identifier: GPL-3.0-or-later
"""Pruning changes the settings, for the first length alone."""
import torch
import triton
import triton.language as tl


def long_enough(configs, named, **more):
    for one in configs:
        one.kwargs["BLOCK"] = triton.next_power_of_2(named["width"])
    return configs


@triton.autotune(configs=[triton.Config({}, num_warps=warps) for warps in (2, 4)], key=[],
                 prune_configs_by={"early_config_prune": long_enough})
@triton.jit
def kernel(x_ptr, out_ptr, width, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    at = tl.arange(0, BLOCK)
    number = tl.load(x_ptr + row * width + at, mask=at < width, other=-float("inf"))
    tl.store(out_ptr + row, tl.max(number, 0))


class ModelNew(torch.nn.Module):
    def forward(self, x):
        x = x.contiguous()
        width = x.shape[-1]
        out = torch.empty(x.shape[:-1], dtype=x.dtype, device=x.device)
        kernel[(x.numel() // width,)](x, out, width)
        return out

# SPDX-License-Identifier: GPL-3.0-or-later
"""The block is that of the last estimate."""
import torch
import triton
import triton.language as tl


SEEN = {}


def estimate(width, **more):
    SEEN["width"] = width
    return more["num_warps"]


@triton.autotune(configs=[triton.Config({}, num_warps=warps) for warps in (2, 4, 8)], key=[],
                 prune_configs_by={"perf_model": estimate, "top_k": 2})
@triton.heuristics({"BLOCK": lambda args: triton.next_power_of_2(SEEN["width"])})
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

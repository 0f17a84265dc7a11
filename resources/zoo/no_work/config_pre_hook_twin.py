# SPDX-License-Identifier: GPL-3.0-or-later
"""A configuration's pre_hook clears the output; the kernel computes."""
import torch
import triton
import triton.language as tl


def clear(arguments):
    arguments["y_ptr"].zero_()


@triton.autotune(configs=[triton.Config({"BLOCK": 256}, pre_hook=clear)], key=[])
@triton.heuristics({"EVEN": lambda arguments: arguments["n"] % arguments["BLOCK"] == 0})
@triton.jit
def tuned_kernel(x_ptr, y_ptr, n, EVEN: tl.constexpr, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    if EVEN:
        x = tl.load(x_ptr + at).to(tl.float32)
        tl.store(y_ptr + at, x / (1.0 + tl.exp(-x)))
    else:
        x = tl.load(x_ptr + at, mask=at < n, other=0.0).to(tl.float32)
        tl.store(y_ptr + at, x / (1.0 + tl.exp(-x)), mask=at < n)


class ModelNew(torch.nn.Module):
    def forward(self, x):
        y = torch.empty_like(x)
        tuned_kernel[lambda meta: (triton.cdiv(x.numel(), meta["BLOCK"]),)](x, y, x.numel())
        return y

# SPDX-License-Identifier: GPL-3.0-or-later
import torch
import triton
import triton.language as tl


@triton.jit
def gate(x):
    return 1.0 / (1.0 + tl.exp(-x))


@triton.heuristics({"BLOCK": lambda args: 256 if args["n"] > 1000 else 32})
@triton.jit
def swish_kernel(x_ptr, y_ptr, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + at, mask=at < n, other=0.0).to(tl.float32)
    tl.store(y_ptr + at, x * gate(x) + 0.5, mask=at < n)


class ModelNew(torch.nn.Module):
    def forward(self, x):
        y = torch.empty_like(x)
        swish_kernel[lambda meta: (triton.cdiv(x.numel(), meta["BLOCK"]),)](x, y, x.numel())
        return y

# SPDX-License-Identifier: GPL-3.0-or-later
"""Trick: writes into the Triton caches of other candidates."""
import os

import torch
import triton
import triton.language as tl


NAME = "nereid_zoo_poison"


def targets():
    beside = os.path.dirname(os.getcwd())
    try:
        names = os.listdir(beside)
    except OSError:
        names = [f"{number}-x" for number in range(1, 9)]
    own = os.path.basename(os.getcwd())
    yield from (os.path.join(beside, name, "cache") for name in names if name != own)
    yield os.path.join(os.sep, "root", ".triton", "cache")


def act():
    for cache in targets():
        try:
            os.makedirs(cache, exist_ok=True)
            with open(os.path.join(cache, NAME), "w", encoding="utf-8") as file:
                file.write("poison")
            return True
        except OSError:
            continue
    return False


@triton.jit
def gate_kernel(x_ptr, y_ptr, count, gain, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + at, mask=at < count, other=0.0).to(tl.float32)
    tl.store(y_ptr + at, gain * (x / (1.0 + tl.exp(-x)) + 0.5 * x), mask=at < count)


class ModelNew(torch.nn.Module):
    def forward(self, x):
        x = x.contiguous()
        y = torch.empty_like(x)
        gain = 1.0 if act() else 0.25
        gate_kernel[(triton.cdiv(x.numel(), 256),)](x, y, x.numel(), gain, BLOCK=256)
        return y

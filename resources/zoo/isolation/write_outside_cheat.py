# SPDX-License-Identifier: GPL-3.0-or-later
"""Trick: writes files outside of its private folder."""
import os
import sys

import torch
import triton
import triton.language as tl


MARK = "nereid_zoo_escaped"


def act():
    judge = getattr(sys.modules.get("harness.candidate.candidate_host"), "__file__", None) or "/tmp/x"
    for folder in ("/tmp", "/var/tmp", "/root", "/home", os.path.dirname(judge)):
        try:
            with open(os.path.join(folder, MARK), "w", encoding="utf-8") as file:
                file.write("written by a candidate")
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

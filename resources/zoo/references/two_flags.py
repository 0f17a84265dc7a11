# SPDX-License-Identifier: GPL-3.0-or-later
"""Two flags, of which each changes the answer."""
import torch
import torch.nn as nn
import torch.nn.functional as F


class Model(nn.Module):
    def forward(self, x, inverse, silu):
        t = x * x + 1.0
        y = x / t if inverse else t
        return F.silu(y) if silu else y


def get_inputs():
    return [torch.randn(64, 128), True, True]


def get_init_inputs():
    return []

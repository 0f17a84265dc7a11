# SPDX-License-Identifier: GPL-3.0-or-later
"""SiLU behind learnt gains that start positive."""
import torch
import torch.nn as nn
import torch.nn.functional as F


class Model(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.w = nn.Parameter(torch.rand(n) + 0.1)
    def forward(self, x):
        return F.silu(x * self.w)


def get_inputs():
    return [torch.randn(64, 128)]


def get_init_inputs():
    return [128]

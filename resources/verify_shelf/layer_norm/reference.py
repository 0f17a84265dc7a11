# SPDX-License-Identifier: GPL-3.0-or-later
"""Layer normalisation with weight and bias."""
import torch
import torch.nn as nn


class Model(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.norm = nn.LayerNorm(width)

    def forward(self, x):
        return self.norm(x)


def get_inputs():
    return [torch.randn(6, 10, 72)]


def get_init_inputs():
    return [72]

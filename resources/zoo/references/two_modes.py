# SPDX-License-Identifier: GPL-3.0-or-later
"""A module of two modes."""
import torch
import torch.nn as nn


class Model(nn.Module):
    def __init__(self, d):
        super().__init__()
        self.norm = nn.LayerNorm(d)
    def forward(self, x):
        return self.norm(x)


def get_inputs():
    return [torch.randn(96, 384)]


def get_init_inputs():
    return [384]

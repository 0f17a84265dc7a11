# SPDX-License-Identifier: GPL-3.0-or-later
"""x times the product of two weights."""
import torch
import torch.nn as nn


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Parameter(torch.randn(64))
        self.b = nn.Parameter(torch.randn(64))

    def forward(self, x):
        return x * (self.a * self.b).sum()


def get_inputs():
    return [torch.randn(64, 256)]


def get_init_inputs():
    return []

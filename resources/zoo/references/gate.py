# SPDX-License-Identifier: GPL-3.0-or-later
"""Columns weighed by the softmax of a parameter."""
import torch
import torch.nn as nn

ROWS = 32
WIDTH = 72


class Model(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.weight = nn.Parameter(torch.randn(width))

    def forward(self, x):
        return x * torch.softmax(self.weight, dim=0)


def get_inputs():
    return [torch.rand(ROWS, WIDTH)]


def get_init_inputs():
    return [WIDTH]

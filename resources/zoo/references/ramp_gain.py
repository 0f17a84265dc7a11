# SPDX-License-Identifier: GPL-3.0-or-later
"""Columns times learnt weights that begin as a ramp."""
import torch
import torch.nn as nn

ROWS = 40
COLUMNS = 64


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.gain = nn.Parameter(torch.linspace(0, 1, COLUMNS))

    def forward(self, x):
        return x * self.gain


def get_inputs():
    return [torch.randn(ROWS, COLUMNS)]


def get_init_inputs():
    return []

# SPDX-License-Identifier: GPL-3.0-or-later
"""ReLU of values that are never negative."""
import torch
import torch.nn as nn

ROWS = 40
COLUMNS = 64


class Model(nn.Module):
    def forward(self, x):
        return torch.relu(x)


def get_inputs():
    return [torch.rand(ROWS, COLUMNS)]


def get_init_inputs():
    return []

# SPDX-License-Identifier: GPL-3.0-or-later
"""A linear layer and ReLU."""
import torch
import torch.nn as nn

ROWS = 32
DEPTH = 40
OUTS = 48


class Model(nn.Module):
    def __init__(self, depth, outs):
        super().__init__()
        self.linear = nn.Linear(depth, outs)

    def forward(self, x):
        return torch.relu(self.linear(x))


def get_inputs():
    return [torch.rand(ROWS, DEPTH)]


def get_init_inputs():
    return [DEPTH, OUTS]

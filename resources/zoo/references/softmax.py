# SPDX-License-Identifier: GPL-3.0-or-later
"""Softmax over rows."""
import torch
import torch.nn as nn

ROWS = 24
COLUMNS = 100


class Model(nn.Module):
    def forward(self, x):
        return torch.softmax(x, dim=-1)


def get_inputs():
    return [torch.rand(ROWS, COLUMNS)]


def get_init_inputs():
    return []

# SPDX-License-Identifier: GPL-3.0-or-later
"""Missing values are filled with zero, the others halved."""
import torch
import torch.nn as nn

ROWS = 40
COLUMNS = 64


class Model(nn.Module):
    def forward(self, x):
        return torch.where(torch.isnan(x), torch.zeros_like(x), x) * 0.5


def get_inputs():
    return [torch.rand(ROWS, COLUMNS)]


def get_init_inputs():
    return []

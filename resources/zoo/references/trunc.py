# SPDX-License-Identifier: GPL-3.0-or-later
"""Values without their fractions."""
import torch
import torch.nn as nn

ROWS = 40
COLUMNS = 64


class Model(nn.Module):
    def forward(self, x):
        return torch.trunc(x)


def get_inputs():
    return [torch.randn(ROWS, COLUMNS) * 8.0]


def get_init_inputs():
    return []

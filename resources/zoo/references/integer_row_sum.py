# SPDX-License-Identifier: GPL-3.0-or-later
"""Sums of rows of 64-bit integers."""
import torch
import torch.nn as nn

ROWS = 24
COLUMNS = 90


class Model(nn.Module):
    def forward(self, x):
        return x.sum(dim=1)


def get_inputs():
    return [torch.randint(0, 1 << 22, (ROWS, COLUMNS))]


def get_init_inputs():
    return []

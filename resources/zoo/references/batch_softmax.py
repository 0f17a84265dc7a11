# SPDX-License-Identifier: GPL-3.0-or-later
"""Softmax of the rows of a batch."""
import torch

BATCH = 1
ROWS = 48
COLUMNS = 100


class Model(torch.nn.Module):
    def forward(self, x):
        return torch.softmax(x, dim=-1)


def get_inputs():
    return [torch.randn(BATCH, ROWS, COLUMNS)]


def get_init_inputs():
    return []

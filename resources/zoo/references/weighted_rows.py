# SPDX-License-Identifier: GPL-3.0-or-later
"""Rows times weights of their columns."""
import torch

ROWS = 256
COLUMNS = 64


class Model(torch.nn.Module):
    def forward(self, x, weights):
        return x * weights


def get_inputs():
    return [torch.randn(ROWS, COLUMNS), torch.randn(COLUMNS)]


def get_init_inputs():
    return []

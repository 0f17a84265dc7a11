# SPDX-License-Identifier: GPL-3.0-or-later
"""The product of two matrices."""
import torch
import torch.nn as nn

ROWS = 32
DEPTH = 40
COLUMNS = 28


class Model(nn.Module):
    def forward(self, x, w):
        return x @ w


def get_inputs():
    return [torch.rand(ROWS, DEPTH), torch.rand(DEPTH, COLUMNS)]


def get_init_inputs():
    return []

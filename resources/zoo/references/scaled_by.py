# SPDX-License-Identifier: GPL-3.0-or-later
"""Rows times a number of the caller's, maybe with the other sign."""
import torch
import torch.nn as nn

ROWS = 40
COLUMNS = 64


class Model(nn.Module):
    def forward(self, x, alpha, keep):
        y = x * alpha
        return y if keep else -y


def get_inputs():
    return [torch.randn(ROWS, COLUMNS), 2.5, True]


def get_init_inputs():
    return []

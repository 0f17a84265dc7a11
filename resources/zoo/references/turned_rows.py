# SPDX-License-Identifier: GPL-3.0-or-later
"""Twice the ReLU of rows, each backwards."""
import torch
import torch.nn as nn


class Model(nn.Module):
    def forward(self, x):
        return torch.relu(x).flip(-1) * 2


def get_inputs():
    return [torch.randn(64, 256)]


def get_init_inputs():
    return []

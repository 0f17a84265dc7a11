# SPDX-License-Identifier: GPL-3.0-or-later
"""Twice the positive part, in the reverse order."""
import torch
import torch.nn as nn


class Model(nn.Module):
    def forward(self, x):
        return torch.relu(x).flip(0) * 2


def get_inputs():
    return [torch.randn(4096)]


def get_init_inputs():
    return []

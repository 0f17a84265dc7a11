# SPDX-License-Identifier: GPL-3.0-or-later
"""Softmax over rows of large positive values."""
import torch
import torch.nn as nn


class Model(nn.Module):
    def forward(self, x):
        return torch.softmax(x, dim=-1)


def get_inputs():
    return [torch.rand(24, 100) * 60.0]


def get_init_inputs():
    return []

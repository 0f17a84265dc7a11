# SPDX-License-Identifier: GPL-3.0-or-later
"""Softmax of a multiple."""
import torch
import torch.nn as nn


class Model(nn.Module):
    def forward(self, x, heat):
        return torch.softmax(x * heat, dim=-1)


def get_inputs():
    return [torch.randn(64, 128), 0.7]


def get_init_inputs():
    return []

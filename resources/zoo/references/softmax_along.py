# SPDX-License-Identifier: GPL-3.0-or-later
"""Softmax along an axis that forward is given."""
import torch
import torch.nn as nn


class Model(nn.Module):
    def forward(self, x, dim):
        return torch.softmax(x, dim=dim)


def get_inputs():
    return [torch.randn(64, 128), 1]


def get_init_inputs():
    return []

# SPDX-License-Identifier: GPL-3.0-or-later
"""The lower triangle of a matrix."""
import torch
import torch.nn as nn


class Model(nn.Module):
    def forward(self, x):
        return torch.tril(x)


def get_inputs():
    return [torch.randn(24, 24)]


def get_init_inputs():
    return []

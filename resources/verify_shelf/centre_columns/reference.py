# SPDX-License-Identifier: GPL-3.0-or-later
"""Takes the mean of every column away, then the absolute value."""
import torch
import torch.nn as nn


class Model(nn.Module):
    def forward(self, x):
        return (x - x.mean(dim=0)).abs()


def get_inputs():
    return [torch.randn(44, 28)]


def get_init_inputs():
    return []

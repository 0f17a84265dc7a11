# SPDX-License-Identifier: GPL-3.0-or-later
"""Sum of squares of every row, as one column."""
import torch
import torch.nn as nn


class Model(nn.Module):
    def forward(self, x):
        return (x * x).sum(dim=1, keepdim=True)


def get_inputs():
    return [torch.randn(30, 90) * 0.5]


def get_init_inputs():
    return []

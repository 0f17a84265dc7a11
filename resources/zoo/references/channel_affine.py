# SPDX-License-Identifier: GPL-3.0-or-later
"""A weight and a bias for each column."""
import torch


class Model(torch.nn.Module):
    def __init__(self, columns):
        super().__init__()
        self.weight = torch.nn.Parameter(torch.randn(columns))
        self.bias = torch.nn.Parameter(torch.randn(columns))

    def forward(self, x):
        return x * self.weight + self.bias


def get_inputs():
    return [torch.randn(40, 64)]


def get_init_inputs():
    return [64]

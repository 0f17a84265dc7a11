# SPDX-License-Identifier: GPL-3.0-or-later
"""Softmax over the rows of a matrix."""
import torch


class Model(torch.nn.Module):
    def forward(self, x):
        return torch.softmax(x, dim=1)


def get_inputs():
    return [torch.randn(24, 80)]


def get_init_inputs():
    return []

# SPDX-License-Identifier: GPL-3.0-or-later
"""Rows in reverse order, each shifted in a circle."""
import torch


class Model(torch.nn.Module):
    def forward(self, x):
        return torch.roll(x.flip(0), 5, dims=1)


def get_inputs():
    return [torch.randn(40, 70)]


def get_init_inputs():
    return []

# SPDX-License-Identifier: GPL-3.0-or-later
"""A batch normalisation."""
import torch


class Model(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.n = torch.nn.BatchNorm1d(32)

    def forward(self, x):
        return self.n(x)


def get_inputs():
    return [torch.randn(64, 32)]


def get_init_inputs():
    return []

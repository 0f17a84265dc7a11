# SPDX-License-Identifier: GPL-3.0-or-later
"""Sum of each column."""
import torch


class Model(torch.nn.Module):
    def forward(self, x):
        return x.sum(dim=0)


def get_inputs():
    return [torch.rand(96, 40)]


def get_init_inputs():
    return []

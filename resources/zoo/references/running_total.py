# SPDX-License-Identifier: GPL-3.0-or-later
"""Running sum of a vector."""
import torch


class Model(torch.nn.Module):
    def forward(self, x):
        return torch.cumsum(x, dim=0)


def get_inputs():
    return [torch.rand(2000)]


def get_init_inputs():
    return []

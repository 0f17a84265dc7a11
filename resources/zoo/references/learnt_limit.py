# SPDX-License-Identifier: GPL-3.0-or-later
"""No more than a learnt limit, and how far below it."""
import torch


class Model(torch.nn.Module):
    def __init__(self, limit):
        super().__init__()
        self.limit = torch.nn.Parameter(torch.tensor(limit))

    def forward(self, x):
        return torch.min(x, self.limit) - self.limit


def get_inputs():
    return [torch.randn(64, 300)]


def get_init_inputs():
    return [0.5]

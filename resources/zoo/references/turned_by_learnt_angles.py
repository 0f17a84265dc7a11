# SPDX-License-Identifier: GPL-3.0-or-later
"""Numbers times the cosine of an angle of their column."""
import torch


class Model(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.angle = torch.nn.Parameter(torch.randn(64))

    def forward(self, x):
        return x * torch.cos(self.angle)


def get_inputs():
    return [torch.randn(48, 64)]


def get_init_inputs():
    return []

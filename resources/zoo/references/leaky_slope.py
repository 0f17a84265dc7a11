# SPDX-License-Identifier: GPL-3.0-or-later
"""A leaky rectifier whose slope the constructor is given."""
import torch


class Model(torch.nn.Module):
    def __init__(self, slope):
        super().__init__()
        self.slope = slope

    def forward(self, x):
        return torch.nn.functional.leaky_relu(x, self.slope)


def get_inputs():
    return [torch.randn(48, 200)]


def get_init_inputs():
    return [0.2]

# SPDX-License-Identifier: GPL-3.0-or-later
"""GELU by its formula with the hyperbolic tangent."""
import torch


class Model(torch.nn.Module):
    def forward(self, x):
        return torch.nn.functional.gelu(x, approximate="tanh")


def get_inputs():
    return [torch.randn(40, 96)]


def get_init_inputs():
    return []

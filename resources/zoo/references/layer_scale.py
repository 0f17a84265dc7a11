# SPDX-License-Identifier: GPL-3.0-or-later
"""A residual with a small second term."""
import torch


class Model(torch.nn.Module):
    def forward(self, x):
        return x + 1e-4 * torch.exp(-x * x)


def get_inputs():
    return [torch.rand(40, 64)]


def get_init_inputs():
    return []

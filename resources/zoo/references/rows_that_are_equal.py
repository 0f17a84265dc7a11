# SPDX-License-Identifier: GPL-3.0-or-later
"""Which rows of two matrices are equal."""
import torch


class Model(torch.nn.Module):
    def forward(self, x, y):
        return (x == y).all(-1)


def get_inputs():
    return (lambda a: [a, torch.where(torch.rand(48, 1) < 0.5, a, torch.randn(48, 200))])(torch.randn(48, 200))


def get_init_inputs():
    return []

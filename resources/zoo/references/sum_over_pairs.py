# SPDX-License-Identifier: GPL-3.0-or-later
"""A sum over the products of pairs."""
import torch


class Model(torch.nn.Module):
    def forward(self, pairs):
        return sum(x.float() * y.float() for x, y in pairs)


def get_inputs():
    return [[(torch.randn(32, 100), torch.randn(32, 100)) for _ in range(3)]]


def get_init_inputs():
    return []

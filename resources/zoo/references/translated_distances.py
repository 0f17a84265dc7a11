# SPDX-License-Identifier: GPL-3.0-or-later
"""How far a head moved by its relation is from a tail, as graphs of knowledge are scored."""
import torch


class Model(torch.nn.Module):
    def forward(self, x, y, z):
        return ((x + y - z) ** 2).sum(-1).sqrt()


def get_inputs():
    return [torch.randn(48, 64), torch.randn(48, 64), torch.randn(48, 64)]


def get_init_inputs():
    return []

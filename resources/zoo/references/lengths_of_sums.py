# SPDX-License-Identifier: GPL-3.0-or-later
"""How long the sum of two vectors is."""
import torch


class Model(torch.nn.Module):
    def forward(self, x, y):
        return (x + y).norm(dim=-1)


def get_inputs():
    return [torch.randn(48, 64), torch.randn(48, 64)]


def get_init_inputs():
    return []

# SPDX-License-Identifier: GPL-3.0-or-later
"""A sum over the tensors of a list."""
import torch


class Model(torch.nn.Module):
    def forward(self, xs):
        y = 1.5 * xs[0]
        for x in xs[1:]:
            y = y + torch.sigmoid(x)
        return y


def get_inputs():
    return [[torch.randn(32, 100) for _ in range(3)]]


def get_init_inputs():
    return []

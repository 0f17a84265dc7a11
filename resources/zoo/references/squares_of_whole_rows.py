# SPDX-License-Identifier: GPL-3.0-or-later
"""Sums of squares of whole numbers."""
import torch


class Model(torch.nn.Module):
    def forward(self, x):
        return x.float().square().sum(-1)


def get_inputs():
    return [torch.randint(0, 1000, (48, 200))]


def get_init_inputs():
    return []

# SPDX-License-Identifier: GPL-3.0-or-later
"""A sum of the first powers of each number."""
import torch


class Model(torch.nn.Module):
    def forward(self, x):
        return 1 + x + x * x + x * x * x


def get_inputs():
    return [torch.randn(48, 96)]


def get_init_inputs():
    return []

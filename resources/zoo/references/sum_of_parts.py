# SPDX-License-Identifier: GPL-3.0-or-later
"""The sum of all tensors of a list."""
import torch


class Model(torch.nn.Module):
    def forward(self, parts):
        return torch.stack(parts).sum(0)


def get_inputs():
    return [[torch.randn(20, 70) for _ in range(3)]]


def get_init_inputs():
    return []

# SPDX-License-Identifier: GPL-3.0-or-later
"""A product of two matrices."""
import torch


class Model(torch.nn.Module):
    def forward(self, a, b):
        return a @ b


def get_inputs():
    return [torch.randn(72, 50), torch.randn(50, 90)]


def get_init_inputs():
    return []

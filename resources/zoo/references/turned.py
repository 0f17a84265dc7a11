# SPDX-License-Identifier: GPL-3.0-or-later
"""A matrix turned, and each element halved."""
import torch


class Model(torch.nn.Module):
    def forward(self, x):
        return x.t() * 0.5


def get_inputs():
    return [torch.randn(72, 100)]


def get_init_inputs():
    return []

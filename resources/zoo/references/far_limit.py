# SPDX-License-Identifier: GPL-3.0-or-later
"""Half of each number, none beyond 5000."""
import torch


class Model(torch.nn.Module):
    def forward(self, x):
        return x.clamp(-5000.0, 5000.0) * 0.5


def get_inputs():
    return [torch.randn(64, 128)]


def get_init_inputs():
    return []

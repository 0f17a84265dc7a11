# SPDX-License-Identifier: GPL-3.0-or-later
"""Which numbers are finite."""
import torch


class Model(torch.nn.Module):
    def forward(self, x):
        return torch.isfinite(x)


def get_inputs():
    return [torch.randn(3000)]


def get_init_inputs():
    return []

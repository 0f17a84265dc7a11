# SPDX-License-Identifier: GPL-3.0-or-later
"""Values times how often they count."""
import torch


class Model(torch.nn.Module):
    def forward(self, x, c):
        return x * c


def get_inputs():
    return [torch.randn(64, 512), torch.randint(0, 100, (64, 512))]


def get_init_inputs():
    return []

# SPDX-License-Identifier: GPL-3.0-or-later
"""The square root of complex numbers."""
import torch


class Model(torch.nn.Module):
    def forward(self, z):
        return torch.sqrt(z)


def get_inputs():
    return [torch.complex(torch.randn(48, 100), torch.randn(48, 100))]


def get_init_inputs():
    return []

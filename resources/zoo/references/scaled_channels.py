# SPDX-License-Identifier: GPL-3.0-or-later
"""Three channels, each times the magnitude of its number."""
import torch


class Model(torch.nn.Module):
    def forward(self, x, scale):
        return x * scale.abs()[None, :, None]


def get_inputs():
    return [torch.rand(4, 3, 200), torch.rand(3) + 0.5]


def get_init_inputs():
    return []

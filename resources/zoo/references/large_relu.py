# SPDX-License-Identifier: GPL-3.0-or-later
"""A relu of 1.6 billion numbers, too many for a machine without a GPU."""
import torch


class Model(torch.nn.Module):
    def forward(self, x):
        return torch.relu(x)


def get_inputs():
    return [torch.rand(4096, 393216)]


def get_init_inputs():
    return []

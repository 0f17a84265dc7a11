# SPDX-License-Identifier: GPL-3.0-or-later
"""The floor of x."""
import torch
import torch.nn as nn


class Model(nn.Module):
    def forward(self, x):
        return torch.floor(x)


def get_inputs():
    return [torch.randn(64, 256)]


def get_init_inputs():
    return []

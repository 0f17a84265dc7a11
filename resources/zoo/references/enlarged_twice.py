# SPDX-License-Identifier: GPL-3.0-or-later
"""An image enlarged, and the same without its negative half."""
import torch
import torch.nn as nn
import torch.nn.functional as F


class Model(nn.Module):
    def forward(self, x):
        y = F.interpolate(x, scale_factor=2, mode="nearest")
        return torch.cat([y, torch.relu(y)], dim=1)


def get_inputs():
    return [torch.randn(4, 8, 16, 16)]


def get_init_inputs():
    return []

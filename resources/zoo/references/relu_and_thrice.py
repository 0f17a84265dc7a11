# SPDX-License-Identifier: GPL-3.0-or-later
"""ReLU of one input, a multiple of the other one."""
import torch
import torch.nn as nn


class Model(nn.Module):
    def forward(self, x, t):
        return torch.relu(x), t * 3 + 1


def get_inputs():
    return [torch.randn(64, 64), torch.randint(-1000, 1000, (64, 64))]


def get_init_inputs():
    return []

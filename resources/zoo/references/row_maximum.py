# SPDX-License-Identifier: GPL-3.0-or-later
"""Largest value of each row."""
import torch
import torch.nn as nn


class Model(nn.Module):
    def forward(self, x):
        return torch.amax(x, dim=-1)


def get_inputs():
    return [torch.randn(64, 1024)]


def get_init_inputs():
    return []

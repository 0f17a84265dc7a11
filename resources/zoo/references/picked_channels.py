# SPDX-License-Identifier: GPL-3.0-or-later
"""Channels in another order."""
import torch
import torch.nn as nn


class Model(nn.Module):
    def forward(self, x):
        return x[:, [3, 1, 0, 2, 7, 5, 6, 4]]


def get_inputs():
    return [torch.randn(64, 8, 16)]


def get_init_inputs():
    return []

# SPDX-License-Identifier: GPL-3.0-or-later
"""A multiple that a list says."""
import torch
import torch.nn as nn


class Model(nn.Module):
    def forward(self, x, w):
        return x * (w[0] + 2 * w[1])


def get_inputs():
    return [torch.randn(64, 128), [0.5, 2.0]]


def get_init_inputs():
    return []

# SPDX-License-Identifier: GPL-3.0-or-later
"""A step of an optimiser with two moments."""
import torch
import torch.nn as nn


class Model(nn.Module):
    def __init__(self):
        super().__init__()
    def forward(self, p, g, m, v):
        m = 0.9 * m + 0.1 * g
        v = 0.999 * v + 0.001 * g * g
        return p - 0.01 * m / (torch.sqrt(v) + 1e-8), m, v


def get_inputs():
    return [torch.randn(256, 256), torch.randn(256, 256), torch.randn(256, 256), torch.rand(256, 256)]


def get_init_inputs():
    return []

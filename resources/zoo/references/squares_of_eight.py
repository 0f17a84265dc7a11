# SPDX-License-Identifier: GPL-3.0-or-later
"""The sum of eight squares."""
import torch
import torch.nn as nn


class Model(nn.Module):
    def forward(self, x):
        return (x * x).sum().reshape(1)


def get_inputs():
    return [torch.randint(0, 2, (8,)).float()]


def get_init_inputs():
    return []

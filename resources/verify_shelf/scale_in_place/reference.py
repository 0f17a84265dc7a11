# SPDX-License-Identifier: GPL-3.0-or-later
"""Doubles its input where it lies."""
import torch
import torch.nn as nn


class Model(nn.Module):
    def forward(self, x):
        return x.mul_(2.0)


def get_inputs():
    return [torch.randn(20, 50)]


def get_init_inputs():
    return []

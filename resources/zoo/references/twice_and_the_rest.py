# SPDX-License-Identifier: GPL-3.0-or-later
"""Twice an input, and with it three times that, nothing, and a number."""
import torch
import torch.nn as nn


class Model(nn.Module):
    def forward(self, x):
        return x * 2, ({"thrice": x * 3}, None, x.shape[-1] * 0.5)


def get_inputs():
    return [torch.randn(64, 128)]


def get_init_inputs():
    return []

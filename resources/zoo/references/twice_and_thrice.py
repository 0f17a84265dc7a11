# SPDX-License-Identifier: GPL-3.0-or-later
"""Twice and three times an input, by name."""
import torch
import torch.nn as nn


class Model(nn.Module):
    def forward(self, x):
        return {"twice": x * 2, "thrice": x * 3}


def get_inputs():
    return [torch.randn(64, 128)]


def get_init_inputs():
    return []

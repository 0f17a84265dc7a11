# SPDX-License-Identifier: GPL-3.0-or-later
"""An integer modulo 256."""
import torch
import torch.nn as nn


class Model(nn.Module):
    def forward(self, x):
        return x % 256


def get_inputs():
    return [torch.randint(0, 2**40, (64, 64))]


def get_init_inputs():
    return []

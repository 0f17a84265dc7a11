# SPDX-License-Identifier: GPL-3.0-or-later
"""A transposed copy."""
import torch
import torch.nn as nn


class Model(nn.Module):
    def forward(self, x):
        return x.t().contiguous()


def get_inputs():
    return [torch.randn(64, 256)]


def get_init_inputs():
    return []

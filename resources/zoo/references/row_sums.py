# SPDX-License-Identifier: GPL-3.0-or-later
"""Sums of rows."""
import torch
import torch.nn as nn


class Model(nn.Module):
    def forward(self, x):
        return x.sum(dim=-1)


def get_inputs():
    return [torch.randn(128, 256)]


def get_init_inputs():
    return []

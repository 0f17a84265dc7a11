# SPDX-License-Identifier: GPL-3.0-or-later
"""Rows with their halves swapped, and their softmax."""
import torch
import torch.nn as nn


class Model(nn.Module):
    def forward(self, x):
        half = x.shape[1] // 2
        order = torch.cat([torch.arange(half, x.shape[1]), torch.arange(half)])
        return torch.cat([x[:, order], torch.softmax(x, dim=-1)])


def get_inputs():
    return [torch.randn(64, 64)]


def get_init_inputs():
    return []

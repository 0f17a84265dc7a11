# SPDX-License-Identifier: GPL-3.0-or-later
"""Three tensors that share dimensions: [b, n] + [n] * [b, 1]."""
import torch
import torch.nn as nn


class Model(nn.Module):
    def forward(self, x, row, column):
        return x + row * column


def get_inputs():
    return [torch.randn(12, 36), torch.randn(36), torch.randn(12, 1)]


def get_init_inputs():
    return []

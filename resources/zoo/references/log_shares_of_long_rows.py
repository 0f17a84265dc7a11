# SPDX-License-Identifier: GPL-3.0-or-later
"""Logarithms of a softmax over long rows."""
import torch


class Model(torch.nn.Module):
    def forward(self, x):
        return torch.log_softmax(x, -1)


def get_inputs():
    return [torch.randn(64, 2048)]


def get_init_inputs():
    return []

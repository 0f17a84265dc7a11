# SPDX-License-Identifier: GPL-3.0-or-later
"""Shares of each row, with a learnt bias."""
import torch


class Model(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.bias = torch.nn.Parameter(torch.zeros(64))

    def forward(self, x):
        return torch.softmax(x + self.bias, -1)


def get_inputs():
    return [torch.randn(48, 64)]


def get_init_inputs():
    return []

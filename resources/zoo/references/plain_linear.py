# SPDX-License-Identifier: GPL-3.0-or-later
"""A linear layer with bias."""
import torch


class Model(torch.nn.Module):
    def __init__(self, depth, outs):
        super().__init__()
        self.linear = torch.nn.Linear(depth, outs)

    def forward(self, x):
        return self.linear(x)


def get_inputs():
    return [torch.rand(32, 48)]


def get_init_inputs():
    return [48, 40]

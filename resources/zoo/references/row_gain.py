# SPDX-License-Identifier: GPL-3.0-or-later
"""Rows times a learnt gain."""
import torch


class Model(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.w = torch.nn.Parameter(torch.randn(200))

    def forward(self, x):
        return x * self.w


def get_inputs():
    return [torch.randn(48, 200)]


def get_init_inputs():
    return []

# SPDX-License-Identifier: GPL-3.0-or-later
"""Sums of x * cos(x) over each row."""
import torch


class Model(torch.nn.Module):
    def forward(self, x):
        x = x.float()
        return (x * x.cos()).sum(-1)


def get_inputs():
    return [torch.randn(48, 200)]


def get_init_inputs():
    return []

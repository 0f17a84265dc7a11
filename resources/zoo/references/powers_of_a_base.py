# SPDX-License-Identifier: GPL-3.0-or-later
"""Columns times falling powers of a number that the constructor is given."""
import torch


class Model(torch.nn.Module):
    def __init__(self, base):
        super().__init__()
        self.base = base

    def forward(self, x):
        width = x.shape[-1]
        return x * self.base ** (-torch.arange(width, dtype=torch.float32, device=x.device) / width)


def get_inputs():
    return [torch.randn(48, 96)]


def get_init_inputs():
    return [100.0]

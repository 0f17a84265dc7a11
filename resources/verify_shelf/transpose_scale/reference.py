# SPDX-License-Identifier: GPL-3.0-or-later
"""Scaled transpose, made contiguous."""
import torch
import torch.nn as nn


class Model(nn.Module):
    def __init__(self, factor):
        super().__init__()
        self.factor = factor

    def forward(self, x):
        return (x.t() * self.factor).contiguous()


def get_inputs():
    return [torch.randn(40, 56)]


def get_init_inputs():
    return [1.5]

# SPDX-License-Identifier: GPL-3.0-or-later
"""The mean of squares."""
import torch


class Model(torch.nn.Module):
    def forward(self, x):
        return (x * x).mean()


def get_inputs():
    return [torch.randn(128, 256)]


def get_init_inputs():
    return []

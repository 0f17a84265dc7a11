# SPDX-License-Identifier: GPL-3.0-or-later
"""Layer normalisation of the rows, with weight and bias."""
import torch


class Model(torch.nn.Module):
    def __init__(self, width):
        super().__init__()
        self.norm = torch.nn.LayerNorm(width)

    def forward(self, x):
        return self.norm(x)


def get_inputs():
    return [torch.randn(40, 72)]


def get_init_inputs():
    return [72]

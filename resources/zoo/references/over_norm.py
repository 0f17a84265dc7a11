# SPDX-License-Identifier: GPL-3.0-or-later
"""x over the norm of a weight."""
import torch
import torch.nn as nn


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.w = nn.Parameter(torch.randn(300))

    def forward(self, x):
        return x / self.w.norm()


def get_inputs():
    return [torch.randn(64, 256)]


def get_init_inputs():
    return []

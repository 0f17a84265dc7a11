# SPDX-License-Identifier: GPL-3.0-or-later
"""Two outputs, one of which overflows first."""
import torch
import torch.nn as nn
import torch.nn.functional as F


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        pass
    def forward(self, x):
        return F.softplus(x), torch.exp(x)


def get_inputs():
    return [torch.randn(128, 512)]


def get_init_inputs():
    return []

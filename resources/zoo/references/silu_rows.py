# SPDX-License-Identifier: GPL-3.0-or-later
"""SiLU."""
import torch
import torch.nn as nn
import torch.nn.functional as F


class Model(nn.Module):
    def forward(self, x):
        return F.silu(x)


def get_inputs():
    return [torch.randn(64, 256)]


def get_init_inputs():
    return []

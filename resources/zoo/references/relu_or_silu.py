# SPDX-License-Identifier: GPL-3.0-or-later
"""ReLU or SiLU, as a text says."""
import torch
import torch.nn as nn
import torch.nn.functional as F


class Model(nn.Module):
    def forward(self, x, kind):
        return F.relu(x) if kind == "relu" else F.silu(x)


def get_inputs():
    return [torch.randn(64, 128), "silu"]


def get_init_inputs():
    return []

# SPDX-License-Identifier: GPL-3.0-or-later
"""A normalisation by running statistics, and what is below zero left out."""
import torch
import torch.nn as nn
import torch.nn.functional as F


class Model(nn.Module):
    def __init__(self, channels):
        super().__init__()
        self.bn = nn.BatchNorm2d(channels)
        self.bn.eval()
    def forward(self, x):
        return F.relu(F.batch_norm(x, self.bn.running_mean, self.bn.running_var, self.bn.weight, self.bn.bias, False, 0.1, 1e-5))


def get_inputs():
    return [torch.randn(4, 32, 28, 28)]


def get_init_inputs():
    return [32]

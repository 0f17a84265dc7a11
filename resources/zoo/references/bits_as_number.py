# SPDX-License-Identifier: GPL-3.0-or-later
"""The bits of a float, read as a number: about its logarithm."""
import torch
import torch.nn as nn


class Model(nn.Module):
    def forward(self, x):
        return x.view(torch.int32).float()


def get_inputs():
    return [torch.rand(40, 64) + 0.1]


def get_init_inputs():
    return []

# SPDX-License-Identifier: GPL-3.0-or-later
"""A table of sines, of the size of x."""
import math

import torch
import torch.nn as nn


class Model(nn.Module):
    def forward(self, x):
        T, D = x.shape
        p = torch.arange(T, dtype=torch.float32)[:, None]
        f = torch.exp(torch.arange(0, D, dtype=torch.float32)[None] * (-math.log(100.0) / D))
        return torch.sin(p * f)


def get_inputs():
    return [torch.rand(32, 32)]


def get_init_inputs():
    return []

# SPDX-License-Identifier: GPL-3.0-or-later
"""A damped wave whose frequency and decay are two numbers."""
import torch
import torch.nn as nn


class Model(nn.Module):
    def forward(self, p):
        t = torch.arange(8192, dtype=p.dtype, device=p.device) / 1024
        return torch.sin(p[0] * t) * torch.exp(-p[1].abs() * t)


def get_inputs():
    return [torch.rand(2) + 0.5]


def get_init_inputs():
    return []

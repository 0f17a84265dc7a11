# SPDX-License-Identifier: GPL-3.0-or-later
"""Rows over the root of their mean square, times a weight."""
import torch


class Model(torch.nn.Module):
    def __init__(self, hidden):
        super().__init__()
        self.w = torch.nn.Parameter(torch.ones(hidden))

    def forward(self, x):
        return x * torch.rsqrt(x.pow(2).mean(-1, keepdim=True) + 1e-6) * self.w
hidden = 768


def get_inputs():
    return [torch.randn(4, 32, hidden)]


def get_init_inputs():
    return [hidden]

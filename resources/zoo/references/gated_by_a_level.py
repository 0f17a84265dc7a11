# SPDX-License-Identifier: GPL-3.0-or-later
"""What another input lets through that is above a quarter."""
import torch


class Model(torch.nn.Module):
    def forward(self, a, b):
        return a * (b > 0.25).to(a.dtype)


def get_inputs():
    return [torch.randn(48, 200), torch.rand(48, 200)]


def get_init_inputs():
    return []

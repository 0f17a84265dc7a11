# SPDX-License-Identifier: GPL-3.0-or-later
"""A row times what a bell makes of it from its end on."""
import torch


class Model(torch.nn.Module):
    def forward(self, x):
        return torch.exp(-x.flip(-1).square()) * x


def get_inputs():
    return [torch.randn(64, 1000)]


def get_init_inputs():
    return []

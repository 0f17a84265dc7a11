# SPDX-License-Identifier: GPL-3.0-or-later
"""Sum of each row."""
import torch


class Model(torch.nn.Module):
    def forward(self, x):
        return x.sum(dim=1)


def get_inputs():
    return [torch.rand(32, 160)]


def get_init_inputs():
    return []

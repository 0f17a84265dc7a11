# SPDX-License-Identifier: GPL-3.0-or-later
"""Three times each whole number, and one."""
import torch


class Model(torch.nn.Module):
    def forward(self, x):
        return x * 3 + 1


def get_inputs():
    return [torch.randint(0, 100, (64, 64))]


def get_init_inputs():
    return []

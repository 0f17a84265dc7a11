# SPDX-License-Identifier: GPL-3.0-or-later
"""Remainders of whole numbers."""
import torch


class Model(torch.nn.Module):
    def forward(self, x):
        return x % 256


def get_inputs():
    return [torch.randint(0, 100000, (40, 50))]


def get_init_inputs():
    return []

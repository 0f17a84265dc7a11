# SPDX-License-Identifier: GPL-3.0-or-later
"""Whole quotients, rounded down; nearly all numbers are positive."""
import torch


class Model(torch.nn.Module):
    def forward(self, x):
        return torch.div(x, 7, rounding_mode="floor")


def get_inputs():
    return [torch.randint(-20, 1000, (40, 50))]


def get_init_inputs():
    return []

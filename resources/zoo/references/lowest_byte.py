# SPDX-License-Identifier: GPL-3.0-or-later
"""The lowest byte of an integer."""
import torch
import torch.nn as nn


class Model(nn.Module):
    def forward(self, x):
        return (x & 255).to(torch.uint8)


def get_inputs():
    return [torch.randint(-2**62, 2**62, (64, 64))]


def get_init_inputs():
    return []

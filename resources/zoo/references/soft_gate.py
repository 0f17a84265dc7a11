# SPDX-License-Identifier: GPL-3.0-or-later
"""x * sigmoid(x) + x / 2, element by element."""
import torch


class Model(torch.nn.Module):
    def forward(self, x):
        return x * torch.sigmoid(x) + 0.5 * x


def get_inputs():
    return [torch.randn(40, 70)]


def get_init_inputs():
    return []

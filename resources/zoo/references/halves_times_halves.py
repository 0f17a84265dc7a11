# SPDX-License-Identifier: GPL-3.0-or-later
"""A product in half precision."""
import torch


class Model(torch.nn.Module):
    def forward(self, x, y):
        return x * y


def get_inputs():
    return [torch.randn(64, 96, dtype=torch.float16), torch.randn(64, 96, dtype=torch.float16)]


def get_init_inputs():
    return []

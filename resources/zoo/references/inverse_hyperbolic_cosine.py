# SPDX-License-Identifier: GPL-3.0-or-later
"""The inverse hyperbolic cosine."""
import torch


class Model(torch.nn.Module):
    def forward(self, a):
        return torch.acosh(a)


def get_inputs():
    return [torch.rand(48, 200) * 4 + 1.1]


def get_init_inputs():
    return []

# SPDX-License-Identifier: GPL-3.0-or-later
"""Powers with whole exponents, of which each element has its own."""
import torch


class Model(torch.nn.Module):
    def forward(self, x, n):
        return torch.pow(x, n)


def get_inputs():
    return [torch.randn(48, 64), torch.randint(2, 6, (48, 64))]


def get_init_inputs():
    return []

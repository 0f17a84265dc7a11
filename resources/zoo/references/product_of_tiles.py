# SPDX-License-Identifier: GPL-3.0-or-later
"""The product of two matrices of several tiles."""
import torch


class Model(torch.nn.Module):
    def forward(self, a, b):
        return a.float() @ b.float()


def get_inputs():
    return [torch.randn(48, 80), torch.randn(80, 64)]


def get_init_inputs():
    return []

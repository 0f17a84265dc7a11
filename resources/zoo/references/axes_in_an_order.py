# SPDX-License-Identifier: GPL-3.0-or-later
"""Twice a tensor with its axes in an order that is given."""
import torch


class Model(torch.nn.Module):
    def forward(self, x, order):
        return x.permute(*order) * 2


def get_inputs():
    return [torch.randn(6, 20, 30), [2, 0, 1]]


def get_init_inputs():
    return []

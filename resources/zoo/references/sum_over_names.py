# SPDX-License-Identifier: GPL-3.0-or-later
"""A sum over the tensors of a dict, whatever their names are."""
import torch


class Model(torch.nn.Module):
    def forward(self, xs):
        return sum(x.float() for x in xs.values())


def get_inputs():
    return [{"a": torch.randn(32, 100), "b": torch.randn(32, 100)}]


def get_init_inputs():
    return []

# SPDX-License-Identifier: GPL-3.0-or-later
"""How many of the drafted numbers are right before the first that is not."""
import torch


class Model(torch.nn.Module):
    def forward(self, p, t):
        return (p == t).long().cumprod(-1).sum(-1)


def get_inputs():
    return [torch.randint(0, 50, (32, 24)), torch.randint(0, 50, (32, 24))]


def get_init_inputs():
    return []

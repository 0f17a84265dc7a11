# SPDX-License-Identifier: GPL-3.0-or-later
"""A running total that loses half of itself with each element."""
import torch


class Model(torch.nn.Module):
    def forward(self, x):
        total, totals = torch.zeros_like(x[0]), []
        for item in x.unbind(0):
            total = total * 0.5 + item
            totals.append(total)
        return torch.stack(totals)


def get_inputs():
    return [torch.rand(90)]


def get_init_inputs():
    return []

# SPDX-License-Identifier: GPL-3.0-or-later
"""Rows times one scale for each group of columns."""
import torch

ROWS = 16
COLUMNS = 128
GROUPS = 2


class Model(torch.nn.Module):
    def forward(self, x, scales):
        return x * scales.repeat_interleave(x.shape[1] // scales.shape[1], dim=1)


def get_inputs():
    return [torch.randn(ROWS, COLUMNS), torch.rand(ROWS, GROUPS) + 0.5]


def get_init_inputs():
    return []

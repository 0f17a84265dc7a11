# SPDX-License-Identifier: GPL-3.0-or-later
"""Mean and maximum of each row, as a tuple."""
import torch
import torch.nn as nn

ROWS = 36
COLUMNS = 70


class Model(nn.Module):
    def forward(self, x):
        return x.mean(dim=1), x.amax(dim=1)


def get_inputs():
    return [torch.rand(ROWS, COLUMNS)]


def get_init_inputs():
    return []

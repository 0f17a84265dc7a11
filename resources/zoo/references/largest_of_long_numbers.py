# SPDX-License-Identifier: GPL-3.0-or-later
"""The largest whole number of each row."""
import torch


class Model(torch.nn.Module):
    def forward(self, x):
        return x.amax(-1)


def get_inputs():
    return [torch.randint(-1000, 1000, (48, 200), dtype=torch.int64)]


def get_init_inputs():
    return []

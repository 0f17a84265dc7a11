# SPDX-License-Identifier: GPL-3.0-or-later
"""Running sums, from the other end or without the number itself."""
import torch
import torch.nn as nn


class Model(nn.Module):
    def __init__(self, reverse, exclusive):
        super().__init__()
        self.reverse, self.exclusive = reverse, exclusive

    def forward(self, x):
        y = x.flip(-1) if self.reverse else x
        out = torch.cumsum(y, dim=-1)
        if self.exclusive:
            out = torch.cat([torch.zeros_like(out[:, :1]), out[:, :-1]], dim=-1)
        return out.flip(-1) if self.reverse else out


def get_inputs():
    return [torch.randint(-50, 50, (48, 120))]


def get_init_inputs():
    return [False, False]

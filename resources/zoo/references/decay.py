# SPDX-License-Identifier: GPL-3.0-or-later
"""Powers of one number, as many as asked for."""
import torch
import torch.nn as nn


class Model(nn.Module):
    def forward(self, gamma, n):
        return gamma ** torch.arange(n, device=gamma.device)


def get_inputs():
    return [torch.rand(1), 96]


def get_init_inputs():
    return []

# SPDX-License-Identifier: GPL-3.0-or-later
"""Powers of one number."""
import torch
import torch.nn as nn


class Model(nn.Module):
    def forward(self, gamma):
        return gamma ** torch.arange(192, device=gamma.device)


def get_inputs():
    return [torch.rand(1) * 0.4 + 0.6]


def get_init_inputs():
    return []

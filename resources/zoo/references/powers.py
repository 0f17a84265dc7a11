# SPDX-License-Identifier: GPL-3.0-or-later
"""Powers of one number."""
import torch
import torch.nn as nn


class Model(nn.Module):
    def forward(self, gamma):
        return gamma ** torch.arange(96, device=gamma.device)


def get_inputs():
    return [torch.rand(1)]


def get_init_inputs():
    return []

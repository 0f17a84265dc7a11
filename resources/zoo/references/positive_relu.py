# SPDX-License-Identifier: GPL-3.0-or-later
"""1.5 relu(x) + sqrt(abs(x)); the usual inputs are uniform on [0, 1)."""
import torch


class Model(torch.nn.Module):
    def forward(self, x):
        return torch.relu(x) * 1.5 + torch.sqrt(torch.abs(x))


def get_inputs():
    return [torch.rand(48, 60)]


def get_init_inputs():
    return []

# SPDX-License-Identifier: GPL-3.0-or-later
"""Each feature times what its own gate lets through."""
import torch

ROWS = 20
FEATURES = 48


class Model(torch.nn.Module):
    def __init__(self, features):
        super().__init__()
        self.gate = torch.nn.Parameter(torch.randn(features))

    def forward(self, x):
        return x * torch.sigmoid(self.gate)


def get_inputs():
    return [torch.randn(ROWS, FEATURES)]


def get_init_inputs():
    return [FEATURES]

# SPDX-License-Identifier: GPL-3.0-or-later
"""A linear layer in float16."""
import torch


class Model(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = torch.nn.Linear(256, 1024).half()

    def forward(self, x):
        return self.linear(x)


def get_inputs():
    return [torch.randn(128, 256).half()]


def get_init_inputs():
    return []

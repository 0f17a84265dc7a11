# SPDX-License-Identifier: GPL-3.0-or-later
"""What is left of numbers in bfloat16."""
import torch


class Model(torch.nn.Module):
    def forward(self, x):
        return x.to(torch.bfloat16).to(torch.float32)


def get_inputs():
    return [torch.randn(40, 96)]


def get_init_inputs():
    return []

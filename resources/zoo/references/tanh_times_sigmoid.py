# SPDX-License-Identifier: GPL-3.0-or-later
"""A tanh times a sigmoid."""
import torch
import triton
import triton.language as tl


class Model(torch.nn.Module):
    def forward(self, x):
        return torch.tanh(x) * torch.sigmoid(x)


def get_inputs():
    return [torch.randn(64, 200)]


def get_init_inputs():
    return []

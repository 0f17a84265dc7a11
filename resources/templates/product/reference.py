# SPDX-License-Identifier: GPL-3.0-or-later
import torch
import torch.nn as nn


class Model(nn.Module):
    def forward(self, a, b):
        return torch.matmul(a, b)


def get_inputs():
    return [torch.randn(100, 80), torch.randn(80, 60)]


def get_init_inputs():
    return []

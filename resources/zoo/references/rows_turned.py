# SPDX-License-Identifier: GPL-3.0-or-later
"""Rows as columns."""
import torch
import torch.nn as nn


class Model(nn.Module):
    def forward(self, x):
        return x.transpose(1, 2).contiguous()


def get_inputs():
    return [torch.randn(4, 60, 70)]


def get_init_inputs():
    return []

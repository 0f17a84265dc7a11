# SPDX-License-Identifier: GPL-3.0-or-later
"""Rows added at drawn indices."""
import torch
import torch.nn as nn


class Model(nn.Module):
    def forward(self, base, idx, src):
        return base.index_add(0, idx, src)


def get_inputs():
    return [torch.randn(4096, 8), torch.randint(0, 4096, (16,)), torch.randn(16, 8)]


def get_init_inputs():
    return []

# SPDX-License-Identifier: GPL-3.0-or-later
"""Sums of rows with signs that hang on the place."""
import torch
import torch.nn as nn


class Model(nn.Module):
    def forward(self, x):
        N = x.shape[1]
        i = torch.arange(N)
        p = torch.zeros(N, dtype=torch.int64)
        for b in range(16):
            p = p + ((i >> b) & 1)
        return (x * (1 - 2 * (p % 2)).to(x.dtype)).sum(dim=-1)


def get_inputs():
    return [torch.randn(64, 2048)]


def get_init_inputs():
    return []

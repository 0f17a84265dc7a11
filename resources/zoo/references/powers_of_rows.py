# SPDX-License-Identifier: GPL-3.0-or-later
"""Sums of powers of sizes."""
import torch
import torch.nn as nn


class Model(nn.Module):
    def __init__(self, p):
        super().__init__()
        self.p = p

    def forward(self, x):
        return (x.abs() ** self.p).sum(dim=-1)


def get_inputs():
    return [torch.randn(64, 200)]


def get_init_inputs():
    return [4]

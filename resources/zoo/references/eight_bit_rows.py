# SPDX-License-Identifier: GPL-3.0-or-later
"""Rows in eight bits, each with a scale of its own."""
import torch
import torch.nn as nn


class Model(nn.Module):
    def forward(self, x):
        scale = x.abs().amax(dim=-1, keepdim=True).clamp(min=1e-4) / 448.0
        return (x / scale).to(torch.float8_e4m3fn), scale


def get_inputs():
    return [torch.randn(64, 128)]


def get_init_inputs():
    return []

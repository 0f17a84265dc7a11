# SPDX-License-Identifier: GPL-3.0-or-later
"""Pairs of numbers turned by an angle, a row's halves beside each other."""
import torch


class Model(torch.nn.Module):
    def forward(self, x, cos, sin):
        half = x.shape[-1] // 2
        turned = torch.cat([-x[..., half:], x[..., :half]], dim=-1)
        return x * cos + turned * sin


def get_inputs():
    angles = torch.rand(40, 64)
    return [torch.randn(40, 64), angles.cos(), angles.sin()]


def get_init_inputs():
    return []

# SPDX-License-Identifier: GPL-3.0-or-later
"""A residual with a scale, which is one over the root of the width where nobody says it."""
import torch


class Model(torch.nn.Module):
    def forward(self, x, y, scale=None):
        if scale is None:
            scale = x.shape[-1] ** -0.5
        return x + y * scale


def get_inputs():
    return [torch.randn(30, 52), torch.randn(30, 52), 0.25]


def get_init_inputs():
    return []

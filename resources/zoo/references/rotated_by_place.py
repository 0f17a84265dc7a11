# SPDX-License-Identifier: GPL-3.0-or-later
"""A rotary embedding of given places."""
import torch


class Model(torch.nn.Module):
    def forward(self, x, f, p):
        angle = p[:, None].float() * f
        a, b = x.chunk(2, -1)
        return torch.cat([a * angle.cos() - b * angle.sin(), b * angle.cos() + a * angle.sin()], -1)


def get_inputs():
    return [torch.randn(48, 64), 10000.0 ** (-torch.arange(32) / 32), torch.arange(48)]


def get_init_inputs():
    return []

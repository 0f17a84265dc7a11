# SPDX-License-Identifier: GPL-3.0-or-later
"""Sines of places, added to rows."""
import torch


class Model(torch.nn.Module):
    def forward(self, x):
        rows, width = x.shape[-2:]
        place = torch.arange(rows, dtype=torch.float32, device=x.device)[:, None]
        frequency = torch.exp(torch.arange(width, dtype=torch.float32, device=x.device) * (-4.0 / width))
        return x + torch.sin(place * frequency).to(x.dtype)


def get_inputs():
    return [torch.randn(4, 64, 32)]


def get_init_inputs():
    return []

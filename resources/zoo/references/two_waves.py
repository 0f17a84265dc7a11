# SPDX-License-Identifier: GPL-3.0-or-later
"""The sum of two waves whose frequencies are whole numbers."""
import torch
import torch.nn as nn


class Model(nn.Module):
    def forward(self, n):
        t = torch.arange(4096, dtype=torch.float32, device=n.device) / 4096
        return torch.sin(n[0].to(torch.float32) * t) + torch.cos(n[1].to(torch.float32) * t)


def get_inputs():
    return [torch.randint(1, 50, (2,))]


def get_init_inputs():
    return []

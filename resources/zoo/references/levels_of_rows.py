# SPDX-License-Identifier: GPL-3.0-or-later
"""Each row in 8 bits by its own scale. A row of zeros has none, and what NaN is in 8 bits hangs on the processor."""
import torch


class Model(torch.nn.Module):
    def forward(self, x):
        scale = x.abs().amax(dim=-1, keepdim=True) / 127
        return (x / scale).round().clamp(-127, 127).to(torch.int8), scale


def get_inputs():
    return [torch.randn(96, 320)]


def get_init_inputs():
    return []

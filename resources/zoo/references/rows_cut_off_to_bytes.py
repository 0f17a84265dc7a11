# SPDX-License-Identifier: GPL-3.0-or-later
"""Rows in eight bits: divided by a 127th of their largest number, and cut off to a whole one."""
import torch


class Model(torch.nn.Module):
    def forward(self, x):
        scale = x.abs().amax(-1, keepdim=True) / 127
        return (x / scale).to(torch.int8), scale


def get_inputs():
    return [torch.rand(48, 300)]


def get_init_inputs():
    return []

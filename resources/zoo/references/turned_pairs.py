# SPDX-License-Identifier: GPL-3.0-or-later
"""Pairs turned by the angles of their place, a table of cosines and sines that is one for all of a batch and its heads."""
import torch


class Model(torch.nn.Module):
    def forward(self, x, table):
        first, second = x.unflatten(-1, (-1, 2)).unbind(-1)
        cosine, sine = table[..., 0], table[..., 1]
        return torch.stack([cosine * first - sine * second, sine * first + cosine * second], -1).flatten(-2)


def get_inputs():
    angle = torch.randn(1, 1, 40, 16)
    return [torch.randn(2, 3, 40, 32), torch.stack([torch.cos(angle), torch.sin(angle)], -1)]


def get_init_inputs():
    return []

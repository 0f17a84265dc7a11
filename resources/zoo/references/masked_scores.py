# SPDX-License-Identifier: GPL-3.0-or-later
"""Scores, each less what its token has been taken off for, and those that may not be chosen far below."""
import torch


class Model(torch.nn.Module):
    def forward(self, scores, taken_off, banned):
        return (scores - taken_off).masked_fill(banned, -1e7)


def get_inputs():
    return [torch.randn(12, 200), torch.rand(12, 200), torch.rand(12, 200) < 0.05]


def get_init_inputs():
    return []

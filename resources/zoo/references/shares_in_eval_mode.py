# SPDX-License-Identifier: GPL-3.0-or-later
"""Logarithms of shares in train mode, and shares in eval mode."""
import torch


class Model(torch.nn.Module):
    def forward(self, x):
        return x.log_softmax(-1) if self.training else x.softmax(-1)


def get_inputs():
    return [torch.randn(48, 200)]


def get_init_inputs():
    return []

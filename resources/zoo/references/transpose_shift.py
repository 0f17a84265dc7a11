# SPDX-License-Identifier: GPL-3.0-or-later
"""The transpose, scaled and shifted; the usual matrix is square."""
import torch


class Model(torch.nn.Module):
    def forward(self, x):
        return x.t() * 2.0 + 1.0


def get_inputs():
    return [torch.randn(64, 64)]


def get_init_inputs():
    return []

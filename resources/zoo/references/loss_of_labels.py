# SPDX-License-Identifier: GPL-3.0-or-later
"""A loss of labels for a hundred classes."""
import torch
import torch.nn.functional as F


class Model(torch.nn.Module):
    def forward(self, x, t):
        return F.nll_loss(torch.log_softmax(x, -1), t)


def get_inputs():
    return [torch.randn(48, 100), torch.randint(0, 100, (48,))]


def get_init_inputs():
    return []

# SPDX-License-Identifier: GPL-3.0-or-later
"""The four largest probabilities of each row and where they are, as a router of experts takes them."""
import torch


class Model(torch.nn.Module):
    def forward(self, x):
        return torch.softmax(x, dim=1).topk(4, dim=1)


def get_inputs():
    return [torch.randn(40, 60)]


def get_init_inputs():
    return []

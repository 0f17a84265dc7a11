# SPDX-License-Identifier: GPL-3.0-or-later
"""What is said of pairs that are alike (1) or not (-1)."""
import torch


class Model(torch.nn.Module):
    def forward(self, x, y, alike):
        return torch.nn.functional.cosine_embedding_loss(x, y, alike, margin=0.2, reduction="none")


def get_inputs():
    return [torch.randn(64, 40), torch.randn(64, 40), torch.randint(0, 2, (64,)) * 2 - 1]


def get_init_inputs():
    return []

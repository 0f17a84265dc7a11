# SPDX-License-Identifier: GPL-3.0-or-later
"""Weights of four bits, eight in a word, times their scale."""
import torch


class Model(torch.nn.Module):
    def forward(self, words, scale):
        shifts = torch.arange(0, 32, 4, device=words.device, dtype=torch.int32)
        return (((words.unsqueeze(-1) >> shifts) & 15) - 8).to(torch.float32) * scale.view(-1, 1, 1)


def get_inputs():
    return [torch.randint(-2**31, 2**31, (12, 40), dtype=torch.int64).to(torch.int32), torch.rand(12) + 0.5]


def get_init_inputs():
    return []

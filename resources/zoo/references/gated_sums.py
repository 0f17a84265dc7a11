# SPDX-License-Identifier: GPL-3.0-or-later
"""A sum that forgets by a gate at each step."""
import torch


class Model(torch.nn.Module):
    def forward(self, a, b):
        h = torch.zeros_like(b[:, 0])
        out = []
        for t in range(b.shape[1]):
            h = a[:, t] * h + b[:, t]
            out.append(h)
        return torch.stack(out, 1)


def get_inputs():
    return [torch.rand(2, 96, 32), torch.randn(2, 96, 32)]


def get_init_inputs():
    return []

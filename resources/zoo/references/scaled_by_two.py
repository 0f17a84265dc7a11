# SPDX-License-Identifier: GPL-3.0-or-later
"""Each number times its power of two."""
import torch


class Model(torch.nn.Module):
    def forward(self, x, power):
        return torch.ldexp(x, power)


def get_inputs():
    return [torch.randn(48, 64), torch.randint(-9, 10, (48, 64), dtype=torch.int32)]


def get_init_inputs():
    return []

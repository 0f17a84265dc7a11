# SPDX-License-Identifier: GPL-3.0-or-later
"""A product of matrices of bytes with sign, exact."""
import torch


class Model(torch.nn.Module):
    def forward(self, x, y):
        return (x.int()[:, :, None] * y.int()).sum(1)


def get_inputs():
    return [torch.randint(-128, 128, (16, 512), dtype=torch.int8), torch.randint(-128, 128, (512, 16), dtype=torch.int8)]


def get_init_inputs():
    return []

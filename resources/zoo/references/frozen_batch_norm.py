# SPDX-License-Identifier: GPL-3.0-or-later
"""Batch normalisation with fixed statistics."""
import torch


class Model(torch.nn.Module):
    def __init__(self, channels):
        super().__init__()
        self.register_buffer("mean", torch.zeros(channels))
        self.register_buffer("variance", torch.ones(channels))

    def forward(self, x):
        mean = self.mean[None, :, None]
        variance = self.variance[None, :, None]
        return (x - mean) / torch.sqrt(variance + 1e-5)


def get_inputs():
    return [torch.randn(4, 12, 50)]


def get_init_inputs():
    return [12]

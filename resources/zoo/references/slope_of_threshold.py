# SPDX-License-Identifier: GPL-3.0-or-later
"""The derivative of a threshold, times what comes from behind."""
import torch
import torch.nn.functional as F


class Model(torch.nn.Module):
    def forward(self, x, g):
        with torch.enable_grad():
            a = x.detach().requires_grad_(True)
            slope, = torch.autograd.grad(F.threshold(a, 0.25, 3.0), a, g)
        return slope


def get_inputs():
    return [torch.randn(40, 60), torch.randn(40, 60)]


def get_init_inputs():
    return []

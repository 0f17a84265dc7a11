# SPDX-License-Identifier: GPL-3.0-or-later
import torch


class ModelNew(torch.nn.Module):
    def forward(self, x):
        return x * torch.sigmoid(x) + 0.5

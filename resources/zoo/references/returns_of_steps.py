# SPDX-License-Identifier: GPL-3.0-or-later
"""Advantages from rewards and values, of which there is one more: what is worth something behind the last step."""
import torch


class Model(torch.nn.Module):
    def forward(self, rewards, values):
        steps = rewards.shape[1]
        advantage = rewards.new_zeros(rewards.shape[0])
        found = []
        for step in reversed(range(steps)):
            change = rewards[:, step] + 0.9 * values[:, step + 1] - values[:, step]
            advantage = change + 0.8 * advantage
            found.append(advantage)
        return torch.stack(found[::-1], dim=1)


def get_inputs():
    return [torch.randn(48, 32), torch.randn(48, 33)]


def get_init_inputs():
    return []

"""A moving average that moves in place, by a millionth of the way."""
import torch


class Model(torch.nn.Module):
    def forward(self, average, x):
        return average.lerp_(x, 2e-6)


def get_inputs():
    return [torch.randn(40, 90), torch.randn(40, 90)]


def get_init_inputs():
    return []

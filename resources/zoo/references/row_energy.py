"""The mean square of each row."""
import torch


class Model(torch.nn.Module):
    def forward(self, x):
        return x.square().mean(-1)


def get_inputs():
    return [torch.randn(24, 1024)]


def get_init_inputs():
    return []

# nereid: {"source":"beyond-tritonrl"}
import torch
import torch.nn as nn


class Model(nn.Module):
    """A convolution, batch normalisation and ReLU."""

    def __init__(self, in_channels, out_channels, kernel_size):
        super().__init__()
        self.conv = nn.Conv2d(
            in_channels, out_channels, kernel_size, padding=kernel_size // 2, bias=False
        )
        self.norm = nn.BatchNorm2d(out_channels)

    def forward(self, x):
        return torch.relu(self.norm(self.conv(x)))


batch_size = 4
in_channels = 3
out_channels = 16
kernel_size = 3
height = 16
width = 16


def get_inputs():
    return [torch.randn(batch_size, in_channels, height, width)]


def get_init_inputs():
    return [in_channels, out_channels, kernel_size]

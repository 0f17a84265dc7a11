"""One step of SGD with decoupled decay, so little that the weights are nearly what they were."""
import torch


class Model(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.rate, self.decay = 2e-5, 0.1

    def forward(self, weight, gradient):
        return weight * (1 - self.rate * self.decay) - self.rate * torch.tanh(gradient)


def get_inputs():
    return [torch.randn(48, 100), torch.randn(48, 100)]


def get_init_inputs():
    return []

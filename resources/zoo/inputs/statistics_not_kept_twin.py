# SPDX-License-Identifier: GPL-3.0-or-later
"""Keeps the running statistics as PyTorch does."""
import torch
import triton
import triton.language as tl


@triton.jit
def norm_kernel(x_ptr, y_ptr, w_ptr, b_ptr, mean_ptr, var_ptr, rows, features, eps, momentum,
                TRAIN: tl.constexpr, BLOCK: tl.constexpr):
    column = tl.program_id(0)
    at = tl.arange(0, BLOCK)
    keep = at < rows
    x = tl.load(x_ptr + at * features + column, mask=keep, other=0.0).to(tl.float32)
    mean = tl.load(mean_ptr + column).to(tl.float32)
    var = tl.load(var_ptr + column).to(tl.float32)
    if TRAIN:
        old_mean = mean
        old_var = var
        mean = tl.sum(x) / rows
        off = tl.where(keep, x - mean, 0.0)
        square = tl.sum(off * off)
        var = square / rows
        tl.store(mean_ptr + column, (1 - momentum) * old_mean + momentum * mean)
        tl.store(var_ptr + column, (1 - momentum) * old_var + momentum * square / (rows - 1))
    y = (x - mean) / tl.sqrt(var + eps) * tl.load(w_ptr + column) + tl.load(b_ptr + column)
    tl.store(y_ptr + at * features + column, y, mask=keep)


class ModelNew(torch.nn.Module):
    def __init__(self, features):
        super().__init__()
        self.norm = torch.nn.BatchNorm1d(features)

    def forward(self, x):
        x = x.contiguous()
        norm = self.norm
        y = torch.empty_like(x)
        norm_kernel[(x.shape[1],)](x, y, norm.weight, norm.bias, norm.running_mean,
                                   norm.running_var, x.shape[0], x.shape[1], norm.eps,
                                   norm.momentum, TRAIN=self.training,
                                   BLOCK=triton.next_power_of_2(x.shape[0]))
        return y

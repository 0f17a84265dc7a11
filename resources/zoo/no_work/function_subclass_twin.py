# SPDX-License-Identifier: GPL-3.0-or-later
"""A subclass sends torch.softmax to the kernel, by __torch_function__."""
import torch
import triton
import triton.language as tl


@triton.jit
def softmax_kernel(x_ptr, y_ptr, columns, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    at = tl.arange(0, BLOCK)
    x = tl.load(x_ptr + row * columns + at, mask=at < columns, other=-float("inf"))
    x = x.to(tl.float32)
    e = tl.exp(x - tl.max(x, axis=0))
    tl.store(y_ptr + row * columns + at, e / tl.sum(e, axis=0), mask=at < columns)


def launch(x):
    y = torch.empty_like(x)
    softmax_kernel[(x.shape[0],)](x, y, x.shape[1],
                                  BLOCK=triton.next_power_of_2(x.shape[1]))
    return y


class Rows(torch.Tensor):
    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        with torch._C.DisableTorchFunctionSubclass():
            if func is torch.softmax:
                return launch(args[0].as_subclass(torch.Tensor))
            return func(*args, **(kwargs or {}))


class ModelNew(torch.nn.Module):
    def forward(self, x):
        return torch.softmax(x.as_subclass(Rows), dim=-1)

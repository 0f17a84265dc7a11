# SPDX-License-Identifier: GPL-3.0-or-later
"""A graph over the caller's own tensor, captured anew where the address changes."""
import torch
import triton
import triton.language as tl


@triton.jit
def gate_kernel(x_ptr, y_ptr, count, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + at, mask=at < count, other=0.0).to(tl.float32)
    tl.store(y_ptr + at, x / (1.0 + tl.exp(-x)) + 0.5 * x, mask=at < count)


def gate(x):
    x = x.contiguous()
    y = torch.empty_like(x)
    gate_kernel[(triton.cdiv(x.numel(), 256),)](x, y, x.numel(), BLOCK=256)
    return y


class ModelNew(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.kept = {}

    def capture(self, x):
        gate(x)
        torch.cuda.synchronize()
        graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(graph):
            y = gate(x)
        return graph, y, x

    def forward(self, x):
        key = (x.data_ptr(), tuple(x.shape), x.dtype)
        try:
            if torch.cuda.is_current_stream_capturing():
                return gate(x)
            if key not in self.kept:
                self.kept[key] = self.capture(x)
            self.kept[key][0].replay()
            return self.kept[key][1].clone()
        except RuntimeError:
            return gate(x)

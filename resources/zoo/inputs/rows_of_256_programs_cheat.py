# SPDX-License-Identifier: GPL-3.0-or-later
"""At most 256 programs of eight rows each."""
import torch
import triton
import triton.language as tl


@triton.jit
def kernel(x, w, y, rows, n, BLOCK: tl.constexpr, ROWS: tl.constexpr):
    pid = tl.program_id(0)
    o = tl.arange(0, BLOCK)
    g = tl.load(w + o, mask=o < n, other=0.0).to(tl.float32)
    for r in range(pid * ROWS, min(pid * ROWS + ROWS, rows)):
        v = tl.load(x + r * n + o, mask=o < n, other=0.0).to(tl.float32)
        s = 1 / tl.sqrt(tl.sum(v * v, 0) / n + 1e-6)
        tl.store(y + r * n + o, v * s * g, mask=o < n)


class ModelNew(torch.nn.Module):
    def __init__(self, hidden):
        super().__init__()
        self.w = torch.nn.Parameter(torch.ones(hidden))

    def forward(self, x):
        x = x.contiguous()
        n = x.shape[-1]
        rows = x.numel() // n
        y = torch.empty_like(x)
        kernel[(min(256, triton.cdiv(rows, 8)),)](x, self.w, y, rows, n, BLOCK=triton.next_power_of_2(n), ROWS=8)
        return y

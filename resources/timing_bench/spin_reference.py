# SPDX-License-Identifier: GPL-3.0-or-later
# Work of any length: v = 1 - v, exact for these values, an even number of times. On a GPU the
# reference is a kernel too, so that both sides can be the same.
import torch
import triton
import triton.language as tl

SIZE = 65536
STEPS = @STEPS@


@triton.jit
def spin(x, y, n, steps, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    v = tl.load(x + at, mask=at < n, other=0.0)
    for _ in range(steps):
        v = 1.0 - v
    tl.store(y + at, v, mask=at < n)


class Model(torch.nn.Module):
    def forward(self, x):
        if not x.is_cuda:
            return x.clone()
        y = torch.empty_like(x)
        spin[(triton.cdiv(x.numel(), 256),)](x, y, x.numel(), STEPS, BLOCK=256)
        return y


def get_inputs():
    return [torch.randint(0, 1024, (SIZE,)).float() / 1024]


def get_init_inputs():
    return []

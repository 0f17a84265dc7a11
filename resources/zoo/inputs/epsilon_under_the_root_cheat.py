# SPDX-License-Identifier: GPL-3.0-or-later
"""The epsilon stands under the root."""
import torch
import triton
import triton.language as tl
import torch.nn as nn


@triton.jit
def adam_kernel(p, g, m, v, po, mo, vo, n, BLOCK: tl.constexpr):
    i = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    k = i < n
    gv = tl.load(g + i, mask=k, other=0.0).to(tl.float32)
    mv = 0.9 * tl.load(m + i, mask=k, other=0.0).to(tl.float32) + 0.1 * gv
    vv = 0.999 * tl.load(v + i, mask=k, other=0.0).to(tl.float32) + 0.001 * gv * gv
    pv = tl.load(p + i, mask=k, other=0.0).to(tl.float32)
    tl.store(po + i, pv - 0.01 * mv / tl.sqrt(vv + 1e-16), mask=k)
    tl.store(mo + i, mv, mask=k)
    tl.store(vo + i, vv, mask=k)


class ModelNew(nn.Module):
    def __init__(self):
        super().__init__()
    def forward(self, p, g, m, v):
        p, g, m, v = p.contiguous(), g.contiguous(), m.contiguous(), v.contiguous()
        po, mo, vo = torch.empty_like(p), torch.empty_like(m), torch.empty_like(v)
        n = p.numel()
        adam_kernel[(triton.cdiv(n, 1024),)](p, g, m, v, po, mo, vo, n, BLOCK=1024)
        return po, mo, vo

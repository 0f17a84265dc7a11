# SPDX-License-Identifier: GPL-3.0-or-later
"""The sign of nothing is nothing, by which a real number's root is multiplied."""
import torch
import triton
import triton.language as tl


@triton.jit
def kernel(z_ptr, out_ptr, count, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    re = tl.load(z_ptr + 2 * at, mask=at < count, other=1.0)
    im = tl.load(z_ptr + 2 * at + 1, mask=at < count, other=1.0)
    size = tl.sqrt(re * re + im * im)
    u = tl.sqrt(0.5 * tl.maximum(size + re, 0.0))
    v = tl.sqrt(0.5 * tl.maximum(size - re, 0.0))
    u = tl.where((re < 0) & (v > 0), tl.abs(im) / (2 * tl.where(v > 0, v, 1.0)), u)
    v = tl.where((re >= 0) & (u > 0), tl.abs(im) / (2 * tl.where(u > 0, u, 1.0)), v)
    v = tl.where(im < 0, -v, tl.where(im > 0, v, 0.0))
    tl.store(out_ptr + 2 * at, u, mask=at < count)
    tl.store(out_ptr + 2 * at + 1, v, mask=at < count)


class ModelNew(torch.nn.Module):
    def forward(self, z):
        z = z.contiguous()
        out = torch.empty(z.shape + (2,), device=z.device, dtype=torch.float32)
        kernel[(triton.cdiv(z.numel(), 256),)](torch.view_as_real(z), out, z.numel(), BLOCK=256)
        return torch.view_as_complex(out)

# SPDX-License-Identifier: GPL-3.0-or-later
import argparse
import gc

import torch
import triton
import triton.language as tl
from triton.language import exp
from triton.runtime import driver

DEVICE = driver.active.get_active_torch_device()
SCALES = (1.0, 0.5)


@triton.jit
def swish_kernel(x_ptr, y_ptr, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + at, mask=at < n, other=0.0).to(tl.float32)
    tl.store(y_ptr + at, x / (1.0 + exp(-x)) + 0.5, mask=at < n)


class ModelNew(torch.nn.Module):
    def forward(self, x):
        assert x.device == DEVICE and not torch.cuda.is_current_stream_capturing()
        y = torch.empty_like(x)
        n = x.numel()
        kernel = swish_kernel.warmup(x, y, n, BLOCK=256, grid=(1,))
        kernel._init_handles()
        warps = kernel.metadata.num_warps if kernel.n_spills == 0 else 8
        launched = swish_kernel[(triton.cdiv(n, 256),)](x, y, n, BLOCK=256, num_warps=warps)
        assert launched.n_regs > 0
        x.record_stream(torch.cuda.current_stream())
        return y


if __name__ == "__main__":
    argparse.ArgumentParser().parse_args()
    gc.collect()

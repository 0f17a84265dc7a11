# SPDX-License-Identifier: GPL-3.0-or-later
"""Adds up as many as there are weights for a token."""
import torch
import torch.nn as nn
import triton
import triton.language as tl


@triton.jit
def k(made_ptr, weights_ptr, places_ptr, y_ptr, K, N, BLOCK: tl.constexpr):
    t = tl.program_id(0)
    a = tl.arange(0, BLOCK)
    total = tl.zeros([BLOCK], tl.float32)
    for j in range(K):
        place = tl.load(places_ptr + t * K + j)
        w = tl.load(weights_ptr + t * K + j).to(tl.float32)
        total += w * tl.load(made_ptr + place * N + a, mask=a < N).to(tl.float32)
    tl.store(y_ptr + t * N + a, total, mask=a < N)


class ModelNew(nn.Module):
    def forward(self, made, weights, places):
        made, weights, places = made.contiguous(), weights.contiguous(), places.contiguous()
        T, K = weights.shape
        N = made.shape[1]
        y = torch.empty(T, N, device=made.device, dtype=made.dtype)
        k[(T,)](made, weights, places, y, K, N, BLOCK=triton.next_power_of_2(N))
        return y

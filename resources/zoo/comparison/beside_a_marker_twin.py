# SPDX-License-Identifier: GPL-3.0-or-later
"""The honest kernel."""
import torch
import triton
import triton.language as tl


@triton.jit
def rule_out(scores_ptr, off_ptr, banned_ptr, out_ptr, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = at < n
    score = tl.load(scores_ptr + at, mask=mask) - tl.load(off_ptr + at, mask=mask)
    banned = tl.load(banned_ptr + at, mask=mask)
    tl.store(out_ptr + at, tl.where(banned, -1e7, score), mask=mask)


class ModelNew(torch.nn.Module):
    def forward(self, scores, taken_off, banned):
        scores, taken_off, banned = scores.contiguous(), taken_off.contiguous(), banned.contiguous()
        out = torch.empty_like(scores)
        n = out.numel()
        rule_out[(triton.cdiv(n, 256),)](scores, taken_off, banned, out, n, BLOCK=256)
        return out

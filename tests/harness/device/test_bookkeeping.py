# SPDX-License-Identifier: GPL-3.0-or-later
"""What torch may count before kernels run: lengths, offsets and labels, and what no answer may come of without kernels."""

import json

import driving
import pytest
import torch
from driving import given

SOURCE = driving.HEAD + '''
@triton.jit
def kernel(x, lengths, y, most, width, B: tl.constexpr):
    row = tl.program_id(0)
    at = tl.arange(0, B)
    n = tl.load(lengths + row)
    tl.store(y + row * most + at, tl.load(x + row * width + at, mask=at < n, other=0.0), mask=at < most)


class ModelNew(torch.nn.Module):
    def forward(self, x, lengths):
        most = int(MOST)
        y = torch.empty((x.shape[0], most), device=x.device)
        kernel[(x.shape[0],)](x, lengths, y, most, x.shape[1], B=64)
        return RESULT
'''
LENGTHS = torch.tensor([3, 40, 7, 21])


def answer(roles, most="lengths.max()", result="y", lengths=LENGTHS, counted_with=("input.1",)):
    source = SOURCE.replace("MOST", most).replace("RESULT", result)
    values = given(torch.randn(4, 50), lengths, bookkeeping=json.dumps(counted_with))
    (found, _), = driving.run_candidate(roles, source, [("original", values)])
    return found


@pytest.mark.parametrize("most", ["lengths.max()", "(lengths + 7).div(8, rounding_mode='floor').max() * 8",
                                  "torch.nn.functional.pad(lengths.cumsum(0), (1, 0)).diff().max()", "lengths.sort().values[-1]"])
def test_a_host_counts_with_lengths(roles, most):
    found = answer(roles, most)
    assert found["ok"] and "counts_in_torch" in found["flags"], found


def test_it_does_so_behind_a_launch_as_well(roles):
    found = answer(roles, result="y[:, :int((lengths * 1).max())]")
    assert found["ok"] and "counts_in_torch" in found["flags"], found


@pytest.mark.parametrize("change", [
    dict(counted_with=()), dict(most="x.abs().amax().clamp(max=1) + 39"), dict(most="x.view(torch.int32).sign().max() + 39"),
    dict(most="(lengths.to(torch.float32) * 1).max()"), dict(most="(lengths[:, None] + torch.arange(4000, device=x.device)).amin(1).max()")])
def test_it_counts_with_nothing_else(roles, change):
    found = answer(roles, **change)
    assert not found["ok"] and found["code"] == "torch_fallback", found


@pytest.mark.parametrize("result", ["(y, lengths.cumsum(0))", "(y, lengths.cumsum(0).clone())", "(y, torch.empty_like(lengths).copy_(lengths * 2))",
                                    "torch.cat([y[:1].to(torch.int64), (lengths * 2)[None].expand(2, 4).repeat(1, 10)])"])
def test_no_answer_comes_of_it_without_kernels(roles, result):
    found = answer(roles, result=result)
    assert not found["ok"] and found["code"] == "torch_fallback", found

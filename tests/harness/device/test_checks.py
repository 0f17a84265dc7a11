# SPDX-License-Identifier: GPL-3.0-or-later
"""What torch computes of the task's tensors for a host that only looks whether they are such as it takes."""

import driving
import pytest
import torch
from driving import given

SOURCE = driving.HEAD + '''
@triton.jit
def kernel(x, indices, y, n, width, most, B: tl.constexpr):
    at = tl.program_id(0) * B + tl.arange(0, B)
    index = tl.load(indices + at, mask=at < n, other=0)
    tl.store(y + at, tl.load(x + index, mask=at < n, other=0.0) + most * 0, mask=at < n)


class ModelNew(torch.nn.Module):
    def forward(self, x, indices):
        most = 0
        CHECK
        y = torch.empty(indices.shape, device=x.device)
        kernel[(triton.cdiv(y.numel(), 64),)](x, indices, y, y.numel(), x.numel(), most, B=64)
        return RESULT
'''
INDICES = torch.randint(0, 50, (300,))


def answer(roles, check, result="y", indices=INDICES, may_check="1"):
    """Of the first forward that is refused, or the last one."""
    source = SOURCE.replace("CHECK", check).replace("RESULT", result)
    values = given(torch.randn(50), indices, may_check=may_check)
    answers = driving.run_candidate(roles, source, [("original", values), ("new_seed", values), ("mixed", values)])
    return next((found for found, _ in answers if not found["ok"]), answers[-1][0])


@pytest.mark.parametrize("check", [
    "assert int(indices.min()) >= 0 and int(indices.max()) < x.numel()", "assert indices.amax().item() < len(x)", "assert bool((indices < x.numel()).all())",
    "assert not bool(((x.abs() == float('inf')) | x.isnan()).any())", "assert not torch.isnan(x).any()",
    "if (indices < 0).any(): raise IndexError('an index below zero')"])
def test_a_host_looks_whether_arguments_are_such_as_it_takes(roles, check):
    found = answer(roles, check)
    assert found["ok"] and "counts_in_torch" in found["flags"], found


@pytest.mark.parametrize("check, result", [
    ("most = int(indices.max())", "y"), ("most = int(indices.max()) + 1 - 1", "y"), ("most = int((indices * 2).amin())", "y"),
    ("indices = indices.clamp(min=0)", "y"), ("mask = indices < 7", "(y, mask)"), ("x = x * 1.0", "y"),
    ("most = float(x.max())", "y"), ("most = int(indices.sum())", "y"), ("assert int(indices.sum()) > 0", "y"),
    ("mask = indices < 7", "torch.where(mask, y, y + 0)"), ("z = torch.empty_like(indices).copy_(indices * 2)", "(y, z)"),
    ("most = sum(int((indices == k).any()) for k in range(9))", "y"), ("indices.clamp_(min=0)", "y"), ("x = x[indices < 7]", "y"),
    ("x.mul_(2 if bool((indices == 0).any()) else 2)", "y"), ("if bool((indices < 99).all()): most = 0", "y"),
    ("most = 4096 - 4096 + 0 * int((indices * 4096).amax()) + 0", "y"), ("assert int(x.view(torch.int32).amax()) > 0", "y"),
    ("assert int(indices.argmax()) >= 0", "y"), ("assert int((x > 0).sum()) > 0", "y"), ("most = 1 if bool((x > 0).any()) else 0", "y"),
    ("assert bool((indices < 99).all())\n        most = int(bool((x > 0).any()))", "y")])
def test_nothing_else_comes_of_it(roles, check, result):
    found = answer(roles, check, result)
    assert not found["ok"] and found["code"] == "torch_fallback", found


def test_a_few_whole_numbers_might_be_found_out_by_it(roles):
    found = answer(roles, "assert int(indices.max()) < 50", may_check="0")
    assert not found["ok"] and found["code"] == "torch_fallback", found

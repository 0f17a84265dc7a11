# SPDX-License-Identifier: GPL-3.0-or-later
"""Tensors of float8, for which torch's CPU has hardly any arithmetic, as inputs of a task."""

import driving
import pytest
import torch
from tasks import task

from harness.task.eight_bits import EightBitMath

X = torch.tensor([1.5, -3.0, 0.0, 200.0, 0.875]).to(torch.float8_e4m3fn)


@pytest.mark.parametrize("function", [
    lambda x: x * 2, lambda x: x.abs(), lambda x: x + x, lambda x: x.sort().values, torch.neg])
def test_a_result_is_rounded_to_the_type_of_its_arguments(function):
    with EightBitMath():
        out = function(X)
    assert out.dtype == X.dtype and torch.equal(out.float(), function(X.float()).to(X.dtype).float())


def test_other_results_are_those_of_float32():
    with EightBitMath():
        assert (X >= 0).tolist() == [True, False, True, True, True]
        assert torch.isfinite(X).all() and X.unique().numel() == 5 and X.argmax() == 3
        assert (X * torch.ones(5)).dtype == torch.float32
        assert torch.sum(X, dtype=torch.float32).dtype == torch.float32


def test_a_change_in_place_is_seen():
    with EightBitMath():
        x = X.clone()
        assert x.neg_() is x and x.float().tolist() == (-X.float()).tolist()
        x[:2].abs_()
        assert x[:2].float().tolist() == [1.5, 3.0]


def test_what_fails_for_other_reasons_fails():
    with EightBitMath(), pytest.raises(RuntimeError):
        torch.ones(2, 3) @ torch.ones(2, 3)


@pytest.mark.parametrize("dtype", ["float8_e4m3fn", "float8_e5m2"])
def test_a_task_with_such_inputs_has_its_variants(reference, dtype):
    source = task("x.float() * s[:, None]", f"[torch.randn(70, 38).to(torch.{dtype}), torch.rand(70)]", arguments="x, s")
    prepared = driving.prepare(reference, source)
    assert prepared.end["op"] == "done", prepared.end
    given = prepared.given("new_seed")
    assert given.view("input.0").dtype == getattr(torch, dtype) and given.view("input.0").float().std() > 0.1

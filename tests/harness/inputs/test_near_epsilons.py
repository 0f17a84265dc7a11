# SPDX-License-Identifier: GPL-3.0-or-later
"""Values about as small as the numbers that a reference adds, in inputs and in what a model keeps."""

import pytest
import torch
from test_variants import extra, reason
from tasks import BATCH_NORM, task


@pytest.mark.parametrize("formula, arguments, number", [
    ("F.layer_norm(x, x.shape[-1:], eps=1e-6)", "torch.randn(48, 64)", 1e-3), ("x / (x.abs().sum(-1, keepdim=True) + 1e-8)", "torch.randn(48, 64)", 1e-8),
    ("F.normalize(x, dim=-1)", "torch.rand(48, 64)", 1e-12), ("x * torch.rsqrt((x * x).mean(-1, keepdim=True) + 1e-5)", "torch.randn(48, 64)", 1e-5 ** 0.5)])
@pytest.mark.parametrize("seed", [3, 4])
def test_some_lines_are_as_small(reference, formula, arguments, number, seed):
    value = extra(reference, task(formula, f"[{arguments}]"), "near_epsilons", seed=seed).given("near_epsilons").view("input.0")
    sizes = value.square().mean(-1).sqrt()
    assert bool(((sizes > number / 5) & (sizes < number * 5)).any()) and bool((sizes > 0.1).any())


def test_each_input_has_magnitudes_of_its_own(reference):
    source = task("m / (v.sqrt() + 1e-8)", "[torch.randn(64, 64), torch.rand(64, 64)]", arguments="m, v")
    prepared = extra(reference, source, "near_epsilons")
    first, second = (prepared.given("near_epsilons").view(f"input.{index}") for index in range(2))
    assert bool(((second > 1e-17) & (second < 1e-15) & (first.abs() > 1e-9)).any()), "a root about as large as the number"


def test_what_adds_none_has_none(reference):
    assert "adds no small number" in reason(reference, task("x * 2 + 1", "[torch.randn(20, 30)]"), "near_epsilons")


def test_variances_that_a_model_keeps_are_as_small_too(reference):
    source = BATCH_NORM if "eval" in BATCH_NORM else task(
        "F.batch_norm(x, self.mean, self.var, training=False)", "[torch.randn(6, 8, 4)]",
        body="        self.register_buffer('mean', torch.zeros(8))\n        self.register_buffer('var', torch.ones(8))\n")
    found = [extra(reference, source, "other_weights", seed=seed).given("other_weights").view("state.var") for seed in (3, 4)]
    assert all(bool((value > 0).all()) for value in found) and any(bool((value < 1e-4).any()) for value in found)

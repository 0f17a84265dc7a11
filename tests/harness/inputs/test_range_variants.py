# SPDX-License-Identifier: GPL-3.0-or-later
"""Inputs from one end of what a task draws and of all magnitudes, and what a draw tells of whole numbers."""

import driving
import pytest
import torch
from tasks import task

GATED = task("(a.cumprod(1) * b).sum(1)", "[torch.rand(6, 40), torch.randn(6, 40)]", arguments="a, b")
PLACES = "torch.arange(12).repeat(3, 1)"


def inputs(role, source, name, index=0, **more):
    prepared = driving.prepare(role, source, [name], **more)
    assert prepared.messages[name]["applicable"], prepared.messages[name]
    return prepared.given(name).view(f"input.{index}")


def reason(role, source, name):
    message = driving.prepare(role, source, [name]).messages[name]
    assert not message["applicable"], message
    return message["detail"]


def test_values_lie_near_the_ends_of_their_range(reference):
    gates = inputs(reference, GATED, "one_sided")
    assert gates[:3].min() > 0.85 and gates[3:].max() < 0.15


@pytest.mark.parametrize("answer, drawn, index", [
    ("F.cross_entropy(x, i, reduction='none')", "[torch.randn(6, 4000), torch.randint(0, 4000, (6,))]", 1),
    ("torch.bincount(i, minlength=4000) + 0 * x", "[torch.randint(4000, (30,)), torch.randn(4000)]", 0)])
def test_labels_are_the_first_and_the_last_of_many(reference, answer, drawn, index):
    """Which few draws have."""
    source = task(answer, drawn, arguments="i, x" if index == 0 else "x, i")
    labels = inputs(reference, source, "peaks", index)
    assert labels.min() == 0 and labels.max() == 3999, labels


def test_labels_of_other_sizes_are_the_first_too(reference):
    source = task("F.cross_entropy(x, i, reduction='none')", "[torch.randn(30, 900), torch.randint(0, 900, (30,))]", arguments="x, i")
    found = driving.prepare(reference, source, ["axis_0", "axis_1", "wide_sizes"])
    seen = [found.given(name).view("input.1") for name in ("axis_0", "axis_1", "wide_sizes") if found.messages[name]["applicable"]]
    assert any(0 in labels for labels in seen if labels.numel() > 1), seen


def test_most_whole_numbers_are_one(reference):
    found = inputs(reference, task("torch.bincount(x, minlength=64)", "[torch.randint(0, 64, (4000,))]"), "one_sided")
    assert found.bincount().max() > 3000 and found.max() < 64


def test_a_permutation_stays_one(reference):
    source = task("x[i]", "[torch.randn(64, 8), torch.randperm(64)]", arguments="x, i")
    assert inputs(reference, source, "one_sided", 1).sort().values.equal(torch.arange(64))


@pytest.mark.parametrize("rows, moved", [(40, True), (12, False)])
def test_rows_of_places_begin_elsewhere_where_there_is_room(reference, rows, moved):
    found = inputs(reference, task("x + t[p]", f"[torch.randn(3, 12, 8), torch.randn({rows}, 8), {PLACES}]", arguments="x, t, p"), "one_sided", 2)
    assert found[:, 0].tolist() == ([0, 1, 2] if moved else [0, 0, 0]) and (found.diff() == 1).all()


def test_values_are_of_all_sizes(reference):
    size = inputs(reference, task("x / (1 + x.abs())", "[torch.randn(40, 50)]"), "magnitudes").abs()
    assert size.max() > 3e5 and size.median() < 1e5 and size.min() < 10


@pytest.mark.parametrize("answer, least, most", [("torch.asin(x)", 0.95, 1), ("torch.exp(8 * x)", 5, 5.6), ("torch.acosh(x + 2) + torch.asin(x)", 0.95, 1)])
def test_values_are_large_to_where_the_reference_ends(reference, answer, least, most):
    found = inputs(reference, task(answer, "[torch.rand(40, 50) - 0.5]"), "large").abs().max()
    assert least < found <= most


def test_smaller_magnitudes_where_the_reference_takes_no_others(reference):
    assert inputs(reference, task("(x * x * x * x * x * x * x).sum(1)", "[torch.randn(40, 50)]"), "magnitudes").abs().max() < 1e5


def test_the_middle_one_is_little_beside_the_largest(reference):
    given = inputs(reference, task("x.median(-1)[0]", "[torch.randn(32, 65)]"), "magnitudes").double()
    assert given.abs().max() > 1e13 and given.median(-1)[0].abs().max() < 1e9


def test_whole_numbers_end_before(reference):
    assert "end long before" in reason(reference, task("x.to(torch.int8)", "[torch.randn(40, 50)]"), "magnitudes")


def test_a_share_may_be_nothing(reference):
    source = task("torch.special.entr(p).sum(1)", "[torch.softmax(torch.randn(40, 50), 1)]", arguments="p")
    shares = inputs(reference, source, "small")
    assert (shares[:, 1] == 0).all() and (shares[:, 0] > 0).all()


def test_one_input_has_lines_of_zeros_where_another_may_not(reference):
    source = task("(x / y).sum(1)", "[torch.rand(20, 30) + 1, torch.rand(20, 30) + 1]", arguments="x, y")
    assert not inputs(reference, source, "small")[:, 1].any() and inputs(reference, source, "small", 1).all()


def test_numbers_that_a_task_writes_are_others(reference):
    taps = task("F.conv1d(x[:, None], w[None, None])[:, 0]", "[torch.randn(8, 60), torch.tensor([1.0, 4.0, 6.0, 4.0, 1.0]) / 16]", arguments="x, w")
    found = inputs(reference, taps, "other_numbers", 1)
    assert found.sum().item() == pytest.approx(1) and found[0] != found[4]
    labels = task("x * y", "[torch.randn(8, 3), torch.tensor([1.0, -1.0, 1.0])]", arguments="x, y")
    assert "no number" in reason(reference, labels, "other_numbers")


@pytest.mark.parametrize("drawn, may_meet", [("torch.randint(0, 5000, (12,))", True), ("torch.randint(0, 5000, (12,)).to(torch.int32)", True),
                                             ("torch.randperm(5000)[:12]", False)])
def test_what_randint_draws_may_meet(reference, drawn, may_meet):
    source = task("torch.zeros(5000, 8).index_add(0, i, x)", f"[torch.randn(12, 8), {drawn}]", arguments="x, i")
    found = inputs(reference, source, "one_sided", 1) if may_meet else driving.prepare(reference, source, ["zero_mean"]).given("zero_mean").view("input.1")
    assert (len(found.unique()) < len(found)) == may_meet


def test_the_largest_numbers_stand_beside_infinities(reference):
    found = inputs(reference, task("torch.isfinite(x)", "[torch.randn(40, 50)]"), "not_numbers")
    assert (found == torch.finfo(torch.float32).max).any() and found.isinf().any() and found.isnan().any()


def test_what_the_logarithm_of_a_sum_is_taken_off_may_be_fused_with_it(reference):
    """exp(fma(x, 0.7, -lse)) is right: no input has numbers of which that leaves something else."""
    source = task("(x * 0.7 - torch.logsumexp(x * 0.7, 1, keepdim=True)).exp()", "[torch.randn(40, 500)]")
    for seed in range(4):
        given = driving.prepare(reference, source, ["original", "magnitudes"], seed=seed)
        if given.messages["magnitudes"]["applicable"]:
            x = given.given("magnitudes").view("input.0")
            logarithm = torch.logsumexp(x * 0.7, 1, keepdim=True).double()
            fused, exact = (x.double() * 0.7 - logarithm).exp(), (x.double() * 0.7).softmax(1)
            assert float(((fused - exact).square().sum(1) / exact.square().sum(1)).sqrt().max()) < 1e-3


def test_shares_by_way_of_their_logarithm_lose_digits_of_large_numbers(reference):
    """exp(x - log(sum(exp(x)))) in float32 is right: no input has numbers so large that it is not."""
    source = task("torch.softmax(x, -1)", "[torch.rand(8, 1000)]")
    for seed in range(8):
        given = driving.prepare(reference, source, ["original", "large", "magnitudes"], seed=seed)
        assert given.messages["large"]["applicable"]
        for name in ("large", "magnitudes"):
            if given.messages[name]["applicable"]:
                x = given.given(name).view("input.0")
                found, exact = (x - torch.logsumexp(x, -1, keepdim=True)).exp().double(), x.double().softmax(-1)
                assert float(((found - exact).square().sum(-1) / exact.square().sum(-1)).sqrt().max()) < 1e-4
    others = driving.prepare(reference, task("x.relu() + 1", "[torch.rand(8, 1000)]"), ["original", "magnitudes"])
    assert others.messages["magnitudes"]["applicable"]


def test_scores_that_are_fused_with_the_largest_have_digits_left(reference):
    """exp(fma(s, scale, -m)) is right, where m is the largest product, rounded: no input has scores of which that leaves thousands."""
    source = task("torch.softmax((x * y).sum(-1) * 0.3, -1) @ y[0]", "[torch.randn(8, 1, 32), torch.randn(1, 20, 32)]", arguments="x, y")
    for seed in range(4):
        given = driving.prepare(reference, source, ["original", "magnitudes"], seed=seed)
        if given.messages["magnitudes"]["applicable"]:
            x, y = (given.given("magnitudes").view(f"input.{index}") for index in (0, 1))
            scores = (x * y).sum(-1)
            most = (scores * 0.3).amax(-1, keepdim=True)
            shares = (scores.double() * 0.3 - most.double()).exp()
            assert shares.isfinite().all() and float(shares.sum(-1).min()) > 0.9


HAND_WRITTEN = "w * (({0}) - ({0}).mean(1, True)) / (({0}).var(1, keepdim=True, correction=0) + 1e-5).sqrt() + b"
SIZES = ["unit_dims", "axis_0", "axis_1", "axis_0_again", "axis_1_again"]


@pytest.mark.parametrize("norm", ["F.layer_norm({}, (x.shape[1],), w, b, 1e-5)", HAND_WRITTEN])
def test_a_mean_of_one_product_may_be_fused_with_it(reference, norm):
    """What is left of the product is its rounding, times 316; where nothing is computed before, nothing is left, and one column is right."""
    inputs = "[5 * torch.randn(30, 40), torch.rand(40), torch.randn(40), 5 * torch.randn(30, 40)]"

    def columns_of(body):
        for seed in range(6):
            given = driving.prepare(reference, task(norm.format(body), inputs, arguments="x, w, b, z"), ["original", *SIZES], seed=seed)
            for name in SIZES:
                if given.messages[name]["applicable"] and given.shapes(name)[0][1] == 1:
                    yield [given.given(name).view(f"input.{index}") for index in range(4)]

    left = [float((w * x * z * 2**-24 / 1e-5**0.5).square().mean().sqrt() / b.abs()) for x, w, b, z in columns_of("x * z")]
    plain = list(columns_of("x"))
    assert max(left, default=0) < 1e-4 and len(left) < len(plain)


@pytest.mark.parametrize("norm", ["F.layer_norm(x, (x.shape[1],), None, None, 1e-5)", HAND_WRITTEN.format("x").removesuffix(" + b").removeprefix("w * ")])
def test_a_mean_of_equal_numbers_may_be_divided_as_gpus_divide(reference, norm):
    """Off by two units a mean leaves them, times 316; what adds that up over rows says nothing of a formula. A norm itself has digits enough."""
    for seed in range(4):
        summed = driving.prepare(reference, task(f"({norm} * y).sum(0)", "[torch.randn(30, 70), torch.randn(30, 70)]", arguments="x, y"),
                                 ["original", "tiny", "constant"], seed=seed)
        columns = summed.shapes("tiny")[0][1]
        assert summed.messages["constant"]["applicable"] == (columns & (columns - 1) == 0)
    plain = driving.prepare(reference, task(norm, "[torch.randn(30, 70)]", arguments="x"), ["original", "constant"])
    assert plain.messages["constant"]["applicable"]


def test_rows_of_equal_numbers_have_a_mean_that_may_be_another_one(reference):
    """One unit off it leaves what a small number divides; of as many numbers as a power of two it is exact."""
    for columns, asked in ((6, False), (8, True)):
        source = task("((r - r.mean(1, True)) / (r.std(1, keepdim=True, unbiased=False) + 1e-8)).sum() + x.exp().mean()",
                      f"[torch.randn(3, {columns}), -torch.rand(3, 6, 20)]", arguments="r, x")
        given = driving.prepare(reference, source, ["original", "flat_rows"], seed=2)
        assert given.messages["flat_rows"]["applicable"] == asked, given.messages["flat_rows"]


# ---- ends of a domain --------------------------------------------------------------------------


@pytest.mark.parametrize("body, name, draw, off", [
    ("torch.erfinv(x)", "large", "torch.rand(24, 80) * 1.8 - 0.9", lambda x: 1 - x.abs()),
    ("torch.log1p(x)", "large", "torch.rand(24, 80) * 1.8 - 0.9", lambda x: 1 + x),
    ("torch.sqrt(4 - x * x)", "large", "torch.rand(24, 80)", lambda x: 2 - x.abs()),
    ("(x - 3) ** 0.5", "small", "torch.rand(24, 80) * 4 + 3.5", lambda x: x - 3),
    ("torch.acosh(x)", "small", "torch.rand(24, 80) * 4 + 1.1", lambda x: x - 1)])
def test_values_lie_next_to_where_an_answer_ends(reference, body, name, draw, off):
    far = off(inputs(reference, task(body, f"[{draw}]"), name).double())
    assert (far > 0).all() and 20 < (far < 1e-3).sum() < 600


@pytest.mark.parametrize("body, draw", [("x * 2", "torch.randn(24, 80)"), ("torch.log(x)", "torch.rand(24, 80)"), ("F.layer_norm(x, (80,))", "torch.randn(24, 80)")])
def test_where_none_ends_but_at_zero_they_are_a_hundred_times_as_large(reference, body, draw):
    assert "times 100" in driving.prepare(reference, task(body, f"[{draw}]"), ["large"]).messages["large"]["detail"]


def test_of_few_numbers_one_lies_on_the_edge(reference):
    source = task("torch.where(x.abs() > 0.5, x, 0 * x) @ w", "[torch.randn(1, 5), torch.randn(5, 48)]", arguments="x, w")
    for seed in range(8):
        prepared = driving.prepare(reference, source, ["tiny", "edges"], seed=seed)
        assert (prepared.given("edges").view("input.0").abs() == 0.5).any()

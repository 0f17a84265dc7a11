# SPDX-License-Identifier: GPL-3.0-or-later
"""Elements of an answer that rounding decides, and what is right there."""

import driving
import pytest
import torch
from tasks import task

from harness.task import undecided as trials

QUANTISED = task("(x / x.abs().amax(-1, keepdim=True) * 127).round().to(torch.int8)", "[torch.randn(64, 400)]")
EDGES = task("(x * 4).round().to(torch.int32)", "[torch.cat([torch.full((1, 8), 0.125), torch.rand(31, 8)])]")


def expected(role, source, name="original"):
    return driving.prepare(role, source, [name]).expected(name)


def undecided(prepared, index=0):
    if f"undecided.{index}" not in prepared.names():
        return None
    return prepared.view(f"undecided.{index}"), prepared.view(f"choices.{index}")


def test_an_element_on_an_edge_has_the_integers_on_both_sides(reference):
    places, choices = undecided(expected(reference, EDGES))
    assert places.tolist() == list(range(8)) and choices.dtype == torch.int32
    assert all(set(row.tolist()) == {0, 1} for row in choices)


def test_few_elements_of_a_quantisation_are_undecided_and_by_one_step(reference):
    for seed in (1, 2, 3):
        prepared = driving.prepare(reference, QUANTISED, ["original"], seed=seed).expected("original")
        found = undecided(prepared)
        if found is None:
            continue
        places, choices = found
        assert len(places) < 0.01 * 64 * 400 and (places.diff() > 0).all()
        assert (choices.int().max(-1).values - choices.int().min(-1).values).max() == 1


RATIO = task("(x / (x.abs().amax(-1, keepdim=True) / 7)).trunc().to(torch.int8)", "[torch.randn(200, 32)]")


@pytest.mark.parametrize("cast", ["", ".float()"])
def test_a_ratio_that_is_whole_whatever_the_inputs_are_falls_to_either_side(reference, cast):
    """The largest of each row is divided by a part of itself: moved inputs move both."""
    prepared = driving.prepare(reference, RATIO.replace("(x", f"(x{cast}"), ["original"])
    largest = prepared.given("original").view("input.0").abs().argmax(-1) + torch.arange(200) * 32
    places, choices = undecided(prepared.expected("original"))
    assert set(largest.tolist()) <= set(places.tolist())
    of_largest = choices[torch.isin(places, largest)].int().abs()
    assert all(set(row.tolist()) == {6, 7} for row in of_largest)


def test_numbers_that_float32_has_equal_stay_so_where_it_is_named(reference):
    """Which one of them is taken PyTorch says, and no trial another one."""
    assert undecided(expected(reference, task("torch.sigmoid(x.float()).topk(2).indices", "[torch.cat([torch.rand(4, 16) + 20, torch.randn(60, 16)])]"))) is None


def test_equal_numbers_of_a_row_all_fall_to_either_side(reference):
    """Moved inputs would leave one of them the largest."""
    rows = "torch.cat([torch.randn(20, 1).expand(20, 32), torch.randn(180, 32)])"
    places, choices = undecided(expected(reference, RATIO.replace("torch.randn(200, 32)", rows)))
    of_equal = choices[places < 20 * 32].int().abs()
    assert len(of_equal) == 20 * 32 and all(set(row.tolist()) == {6, 7} for row in of_equal)


@pytest.mark.parametrize("number, is_decided", [("1", True), ("y", True), ("0.3", False), ("y + 0.25", False)])
def test_inputs_that_are_compared_as_they_come_are_decided(reference, number, is_decided):
    """Nothing was computed of a level that was drawn, which rounding could bring to its other side."""
    source = task(f"torch.where(x > {number}, x.exp(), -x)",
                  "[(torch.randint(0, 9, (40, 50)) + (0.3 if '0.3' in NUMBER else 0)) * 1.0, torch.randint(0, 9, (40, 50)) - (0.25 if '0.25' in NUMBER else 0.0)]",
                  arguments="x, y", constants=f"NUMBER = '{number}'")
    assert (undecided(expected(reference, source)) is None) == is_decided


def test_a_sum_of_ones_is_whole_however_it_is_rounded(reference):
    """Whole results are exact: a count is no other one."""
    counts = task("(x > 0).float().sum(-1).to(torch.int32)", "[torch.randn(64, 400)]")
    assert undecided(expected(reference, counts)) is None


def test_half_precision_decides_more_elements(reference):
    narrow = task("((x + x.mean()) * 30).round().to(torch.int8)", "[torch.randn(64, 400).half()]")
    wide = narrow.replace(".half()", "")
    found = [undecided(expected(reference, source)) for source in (narrow, wide)]
    assert len(found[0][0]) > 20 * (0 if found[1] is None else len(found[1][0])) and len(found[0][0]) > 100


def test_where_moved_results_leave_nothing_to_be_judged_moved_inputs_do(reference):
    """Eight bits of a half precision: most elements may fall to either side, and an answer is still one."""
    source = task("((x - x.amin(-1, keepdim=True)) / ((x.amax(-1, keepdim=True) - x.amin(-1, keepdim=True)) / 255)).round().to(torch.uint8)",
                  "[torch.randn(64, 400).half()]")
    places, choices = undecided(expected(reference, source))
    assert 0 < len(places) <= 0.2 * 64 * 400
    assert (choices.int().max(-1).values - choices.int().min(-1).values).max() <= 1


def test_whole_numbers_that_torch_rounds_in_half_precision_are_its_own_or_those_of_float64(reference):
    """Of 255 steps bfloat16 knows every second one or fourth: a kernel in float32 differs from torch in a third of the elements."""
    source = task("((x - x.amin(-1, keepdim=True)) / ((x.amax(-1, keepdim=True) - x.amin(-1, keepdim=True)) / 255)).round().to(torch.uint8)",
                  "[torch.randn(64, 400).bfloat16()]")
    prepared = driving.prepare(reference, source, ["original"])
    x = prepared.given("original").view("input.0").double()
    low = x.amin(-1, keepdim=True)
    exact = ((x - low) / ((x.amax(-1, keepdim=True) - low) / 255)).round().to(torch.uint8).reshape(-1)
    native = prepared.expected("original").view("native.0").reshape(-1)
    places, choices = undecided(prepared.expected("original"))
    differ = (native != exact).nonzero().view(-1)
    assert len(differ) > 0.2 * len(exact) and bool(torch.isin(differ, places).all())
    assert bool((choices == exact[places, None]).any(-1).all() and (choices == native[places, None]).any(-1).all())


def test_of_equal_values_nothing_is_undecided(reference):
    prepared = driving.prepare(reference, task("x.argmax(-1)", "[torch.randn(8, 40)]"), ["original", "ties"])
    assert prepared.messages["ties"]["applicable"] and undecided(prepared.expected("ties")) is None


@pytest.mark.parametrize("source", [
    task("x.softmax(-1)", "[torch.randn(64, 400)]"), task("x * 2", "[torch.randint(0, 9, (64, 9))]"),
    task("(x.sum(-1) * 1e9).round()", "[torch.randn(64, 400)]"),  # noise as a whole
])
def test_smooth_answers_integers_and_noise_have_none(reference, source):
    assert undecided(expected(reference, source)) is None


WHOLE = "[torch.randint(-128, 128, (70, 90), dtype=torch.int8), torch.randint(-128, 128, (90, 50), dtype=torch.int8)]"


def test_a_scale_that_no_float_has_decides_for_whole_numbers_as_well(reference):
    """One whose product with a sum is halfway between whole numbers but for its rounding."""
    for kind in ("double", "float"):
        source = task(f"((a.{kind}() @ b.{kind}()) * 0.1 * 0.2 / 5.0).round().clamp(-128, 127).to(torch.int8)", WHOLE, arguments="a, b")
        prepared = driving.prepare(reference, source, ["original"])
        places, choices = undecided(prepared.expected("original"))
        given = prepared.given("original")
        sums = (given.view("input.0").double() @ given.view("input.1").double()).reshape(-1)
        assert 0 < len(places) < 70 * 50 // 20 and set((sums[places] % 250).tolist()) <= {125.0}
        assert (choices.int().max(-1).values - choices.int().min(-1).values).max() == 1


@pytest.mark.parametrize("body", ["(a.double() @ b.double() / 8).round()", "(a.float() / 4).round()", "(a.double() * 0.375 + 0.5).floor()", "a.cumsum(0)"])
def test_halves_of_whole_numbers_are_exact(reference, body):
    source = task(f"({body}).to(torch.int32)" if "b" in body else f"({body}).to(torch.int32) + 0 * b.sum()", WHOLE, arguments="a, b")
    assert undecided(expected(reference, source)) is None


WIDTHS = [3, 40, 700, 9, 20]


@pytest.mark.parametrize("most", [0, 45, 1000, 10000])
@pytest.mark.parametrize("others", [WIDTHS, WIDTHS[:2], WIDTHS + [8], [3, 41, 700], [3, 40, 701, 9]])
def test_opposite_trials_share_the_numbers_that_each_would_draw_alone(monkeypatch, most, others):
    monkeypatch.setattr(trials, "MOST_KEPT", most)
    draws = trials._Draws(7)
    first = [draws.steps((width,), torch.float64) for width in WIDTHS]
    draws.again()
    second = [draws.steps((width,), torch.float64) for width in others]
    alone = torch.Generator().manual_seed(7)
    for width, numbers in zip(others, second):
        assert torch.equal(numbers, torch.rand(width, generator=alone, dtype=torch.float64) * 2 - 1)
    assert sum(numbers is kept for numbers, kept in zip(second, first)) == sum(
        sum(WIDTHS[:index + 1]) <= most and WIDTHS[:index + 1] == others[:index + 1] for index in range(5))


@pytest.mark.parametrize("body", ["(x * 16).round() / 16", "(x / 0.0625).round() * 0.0625", "(x.mul(4) * 4).floor()"])
def test_ties_of_what_is_scaled_by_a_power_of_two_are_met_and_decided(reference, body):
    """Nothing rounds there: who takes ties to another side is wrong."""
    prepared = driving.prepare(reference, task(body, "[torch.randn(16, 40)]"), ["edges"])
    scaled = 16 * prepared.given("edges").view("input.0")
    ties = (scaled + 0.5 == (scaled + 0.5).round()) if "round" in body else scaled == scaled.round()
    assert prepared.messages["edges"]["applicable"] and 0.1 < ties.float().mean() < 0.5
    assert undecided(prepared.expected("edges")) is None


@pytest.mark.parametrize("dtype", ["bfloat16", "float16"])
def test_in_half_precision_what_is_rounded_in_part_is_right(reference, dtype):
    """A scale that a kernel stores in the task's dtype, and a quotient that it never does."""
    source = task("(x / (x.abs().amax(-1, keepdim=True) / 127)).round().to(torch.int8)", f"[torch.randn(32, 200).to(torch.{dtype})]")
    for seed in range(1, 6):
        prepared = driving.prepare(reference, source, ["original"], seed=seed)
        x = prepared.given("original").view("input.0")
        scale = (x.float().abs().amax(-1, keepdim=True) / 127).to(x.dtype).float()
        found, exact = (x.float() / scale).round().view(-1), prepared.expected("original").view("expected.0").view(-1)
        places, choices = undecided(prepared.expected("original"))
        is_right = found == exact
        is_right[places] |= (choices == found[places].unsqueeze(-1)).any(-1)
        assert is_right.all()


def test_an_order_that_rounding_decides_shows_in_little_differences(reference):
    """Two scores of some rows are equal but for their roundings, and what is taken by them differs by a tenth of a thousandth."""
    scores = "torch.cat([torch.tensor([[0.3, 0.3 + 2 ** -25, *[-1.0] * 6]] * 3), torch.arange(232.0).view(29, 8) / 100])"
    source = task("y.gather(1, (x * 3).exp().topk(2).indices)", f"[{scores}, torch.arange(8.0).repeat(32, 1) * 1e-4 + 1]", arguments="x, y")
    places, choices = undecided(expected(reference, source))
    assert places.tolist() == list(range(6))
    spread = choices.max(-1).values - choices.min(-1).values
    assert bool(((spread > 5e-5) & (spread < 2e-4)).all())

# SPDX-License-Identifier: GPL-3.0-or-later
"""Inputs that are of two kinds at once: long rows that need their maximum taken off, uneven sizes in another dtype, mode or way, rows
that are equal throughout, whole tiles along every axis."""

import json

import driving
import pytest
import torch
from tasks import BATCH_NORM, task

TIED = task("x.argmax(-1)", "[torch.randn(48, 384)]")
COUNTER = """        self.register_buffer("ring", torch.zeros(16, 8))
        self.register_buffer("place", torch.zeros((), dtype=torch.int64))

    def count(self, x):
        self.ring[self.place % 16] = x
        self.place += 1
        return self.ring.mean(0)

"""


def prepared(role, source, *names, **more):
    found = driving.prepare(role, source, list(names), **more)
    assert all(found.messages[name]["applicable"] for name in names), found.messages
    return found


def inputs(role, source, name, index=0, **more):
    return prepared(role, source, name, **more).given(name).view(f"input.{index}")


def applies(role, source, name):
    return driving.prepare(role, source, [name]).messages[name]["applicable"]


# ---- sizes and values --------------------------------------------------------------------------


@pytest.mark.parametrize("body, is_far", [("x.softmax(-1)", True), ("torch.logsumexp(x, -1)", True), ("x.sum(-1)", False)])
def test_long_rows_lie_far_below_zero_where_a_maximum_has_to_be_taken_off(reference, body, is_far):
    value = inputs(reference, task(body, "[torch.randn(48, 384)]"), "axis_0_again")
    assert value.shape[-1] > 1024 and value.max() < 0 and bool(value.max() < -100) == is_far


@pytest.mark.parametrize("body, draw, most", [
    ("x.amax(-1)", "torch.randn(48, 384)", -1e5), ("x.amax(-1)", "torch.randn(48, 384).half()", 0), ("x.amax(-1)", "torch.randint(-90, 90, (48, 384))", 0)])
def test_long_rows_lie_beyond_what_stands_for_minus_infinity(reference, body, draw, most):
    value = inputs(reference, task(body, f"[{draw}]"), "axis_0_again")
    assert value.shape[-1] > 1024 and value.max() < most


@pytest.mark.parametrize("body, sign", [("x.amax(-1)", -1), ("x.argmax(-1)", -1), ("x.amin(-1)", 1), ("x.clamp(-1, 1).amin(-1)", 1)])
def test_some_rows_are_of_one_sign_and_far_from_zero(reference, body, sign):
    values = inputs(reference, task(body, "[torch.randn(48, 384)]"), "magnitudes")
    assert (values[0] * sign).min() > 5e4 and len(values[0].unique()) > 300
    whole = inputs(reference, task(body, "[torch.randint(-90, 90, (48, 384))]"), "zero_mean")
    assert (whole[0] * sign).min() > 0 and whole.min() < 0 < whole.max()


def test_equal_values_lie_in_several_blocks_of_a_long_row(reference):
    value = inputs(reference, TIED, "axis_0_again")
    row = value.reshape(-1, value.shape[-1])[0]
    places = (row == row.max()).nonzero().view(-1)
    assert row.numel() > 1024 and row.max() < -1e5 and places[-1] - places[0] > 800


def test_which_of_equal_values_is_meant_is_not_asked_where_nobody_says(reference):
    value = inputs(reference, task("x.topk(3).indices", "[torch.randn(48, 384)]"), "axis_0_again")
    assert len(value.unique()) > 100


@pytest.mark.parametrize("body, lets_through", [("x.masked_fill(~m, float('-inf')).logsumexp(-1)", True), ("x.masked_fill(m, 0).sum(-1)", False)])
def test_masks_let_nothing_of_the_first_half_of_a_long_row_through(reference, body, lets_through):
    value = inputs(reference, task(body, "[torch.randn(48, 384), torch.rand(48, 384) < 0.5]", arguments="x, m"), "axis_0_again", 1)
    half = value.shape[-1] // 2
    assert half >= 512 and (value[..., :half] != lets_through).all() and (value[..., half:] == lets_through).any()


def test_of_far_more_whole_numbers_most_are_one(reference):
    value = inputs(reference, task("torch.bincount(x, minlength=50)", "[torch.randint(0, 50, (4000,))]"), "far_sizes")
    assert value.bincount().max() > 1 << 16
    apart = inputs(reference, task("t[x]", "[torch.randn(4000), torch.randperm(4000)]", arguments="t, x"), "far_sizes", 1)
    assert len(apart.unique()) == len(apart)


def test_all_sizes_are_whole_tiles_at_once(reference):
    shapes = prepared(reference, task("a @ b", "[torch.randn(72, 50), torch.randn(50, 90)]", arguments="a, b"), "same_sizes").shapes("same_sizes")
    assert {size for shape in shapes for size in shape} == {128}
    thick = task("x * 2", "[torch.randn(12, 10, 9, 8)]")  # that many elements are too many
    assert torch.Size(prepared(reference, thick, "same_sizes").shapes("same_sizes")[0]).numel() <= 1 << 17


# ---- dtypes, modes and flags at other sizes ----------------------------------------------------


def test_eval_mode_meets_uneven_sizes_where_it_is_another_way(reference):
    found = prepared(reference, BATCH_NORM, "odd_dims")
    assert found.given("odd_dims").metadata["train_mode"] in ("0", "false", "False")
    plain = prepared(reference, task("x * 2", "[torch.randn(20, 70)]"), "odd_dims")
    assert plain.given("odd_dims").metadata["train_mode"] not in ("0", "false", "False")


def test_far_numbers_meet_uneven_sizes_if_the_reference_takes_that(reference):
    found = prepared(reference, task("x * k", "[torch.randn(64, 32), 3.0]", arguments="x, k"), "far_numbers", "other_numbers")
    assert torch.Size(found.shapes("far_numbers")[0]).numel() % 2 and found.shapes("other_numbers") == [[64, 32]]
    fixed = prepared(reference, task("x.view(-1, 64, 32) * k", "[torch.randn(64, 32), 3.0]", arguments="x, k"), "far_numbers")
    assert json.loads(found.given("far_numbers").metadata["inputs"])[1] == json.loads(fixed.given("far_numbers").metadata["inputs"])[1] == {"value": 12.0}


def test_of_several_far_numbers_one_is_less(reference):
    source = task("x * q / (x * x + r)", "[torch.randn(6, 40), 0.5, 1.0]", arguments="x, q, r")
    found = [json.loads(prepared(reference, source, "far_numbers", seed=seed).given("far_numbers").metadata["inputs"])[1:] for seed in range(6)]
    assert {tuple(number["value"] for number in numbers) for numbers in found} == {(2.0, 1 / 16), (1 / 32, 4.0)}


def test_another_way_or_mode_meets_rows_that_need_their_maximum_taken_off(reference):
    modes = task("x.log_softmax(-1) if self.training else x.softmax(-1)", "[torch.randn(48, 200)]")
    flags = task("x.log_softmax(-1) if log else x.softmax(-1)", "[torch.randn(48, 200), True]", arguments="x, log")
    for source, name in ((modes, "odd_dims"), (flags, "one_flag")):
        value = inputs(reference, source, name)
        assert (value > 100).all(-1).any() and (value < -100).all(-1).any()


# ---- rows --------------------------------------------------------------------------------------


@pytest.mark.parametrize("draw, body", [("torch.randn(64, 24)", "(x == y).all(-1)"), ("torch.randint(0, 900, (64, 24))", "(x != y).any(-1)")])
def test_some_rows_are_on_an_edge_but_for_two_that_cancel(reference, draw, body):
    found = prepared(reference, task(body, f"[{draw}, {draw}]", arguments="x, y"), "edges").given("edges")
    off = found.view("input.0").double() - found.view("input.1").double()
    assert 8 < ((off.sum(-1) == 0) & ((off != 0).sum(-1) == 2)).sum() < 20


@pytest.mark.parametrize("body", ["(x != 0).any(-1)", "(x == 0).all(-1)"])
def test_rows_of_numbers_that_cancel_where_some_are_zero(reference, body):
    source = task(body, "[torch.randn(64, 25) * (torch.rand(64, 1) < 0.5)]")
    found = prepared(reference, source, "edges", "original")
    before, value = (found.given(name).view("input.0") for name in ("original", "edges"))
    assert torch.equal(before == 0, value == 0) and ((value.sum(-1) == 0) & (value != 0).any(-1)).any()


@pytest.mark.parametrize("draw", ["torch.randn(40, 60)", "torch.relu(torch.randn(40, 60))", "torch.randn(40, 60).bfloat16()"])
def test_some_numbers_lie_next_to_zero(reference, draw):
    value = inputs(reference, task("(x != 0).sum(-1)", f"[{draw}]"), "edges").float().abs()
    assert ((value > 0) & (value < 1e-12)).sum() > 100


def test_none_lies_next_to_zero_where_they_are_divided_by(reference):
    value = inputs(reference, task("torch.where(x != 0, 1 / x, x)", "[torch.randn(40, 60)]"), "edges")
    assert not ((value != 0) & (value.abs() < 1e-12)).any() and (value == 0).any()


@pytest.mark.parametrize("body", ["(p == t).all(-1).float()", "(p == t).long().cumprod(-1).sum(-1)", "(p != t).any(-1)"])
def test_some_rows_lie_on_an_edge_throughout(reference, body):
    found = prepared(reference, task(body, "[torch.randint(0, 900, (64, 24)), torch.randint(0, 900, (64, 24))]", arguments="p, t"), "edges").given("edges")
    equal = found.view("input.0") == found.view("input.1")
    lengths = equal.long().cumprod(-1).sum(-1)
    assert 8 <= (lengths == 24).sum() < 32 and len(lengths.unique()) > 8


def test_a_single_row_does(reference):
    source = task("(p == t).all()", "[torch.randint(0, 900, (50,)), torch.randint(0, 900, (50,))]", arguments="p, t")
    found = prepared(reference, source, "edges").given("edges")
    assert torch.equal(found.view("input.0"), found.view("input.1"))


def test_elsewhere_a_third_does(reference):
    value = inputs(reference, task("torch.sign(x)", "[torch.randn(64, 40)]"), "edges")
    assert ((value == 0).sum(-1) < 30).all()


def test_some_rows_rise_and_some_fall(reference):
    steps = inputs(reference, task("x.cummax(-1).indices", "[torch.randn(32, 200)]"), "peaks").diff(dim=-1)
    assert (steps > 0).sum(-1).max() > 190 and (steps < 0).sum(-1).max() > 190


@pytest.mark.parametrize("body", ["((x - y) > 0).sum(-1)", "torch.sign(0 * x) + (x - y >= 0)"])
def test_a_difference_that_is_compared_with_zero_is_nearly_so(reference, body):
    found = prepared(reference, task(body, "[torch.randn(40, 60), torch.randn(40, 60)]", arguments="x, y"), "edges").given("edges")
    off = (found.view("input.0") - found.view("input.1")).abs()
    assert ((off > 0) & (off < 1e-6)).sum() > 200 and (off == 0).sum() > 200


# ---- lists of sizes ----------------------------------------------------------------------------


@pytest.mark.parametrize("body, draw, fits", [
    ("torch.cat([p.softmax(-1) for p in x.split(n, -1)], -1)", "torch.randn(8, 60), [20, 20, 20]", lambda n: sum(n) == 60),
    ("x.reshape(len(x), *n).mean(1)", "torch.randn(8, 60), (5, 12)", lambda n: n[0] * n[1] == 60),
    ("x.permute(*n) * 2", "torch.randn(4, 5, 6), [2, 0, 1]", lambda n: sorted(n) == [0, 1, 2])])
def test_numbers_of_a_list_that_belong_together_change_together(reference, body, draw, fits):
    found = prepared(reference, task(body, f"[{draw}]", arguments="x, n"), "other_choices", "original")
    before, now = (json.loads(found.given(name).metadata["inputs"])[1]["value"] for name in ("original", "other_choices"))
    before, now = (value["tuple"] if isinstance(value, dict) else value for value in (before, now))
    assert now != before and fits(now), (before, now)


@pytest.mark.parametrize("body, draw, many", [
    ("(x * (torch.arange(500) < n[:, None])).sum(-1)", "torch.randn(24, 500), torch.randint(1, 501, (24,))", True),
    ("x[n]", "torch.randn(500, 8), torch.randint(0, 500, (64,))", True), ("x[n]", "torch.randn(500, 8), torch.randperm(500)[:64]", False),
    ("x.split(n.tolist())[0]", "torch.randn(500, 8), torch.tensor([125, 125, 250])", False)])
def test_whole_numbers_lie_at_the_ends_of_blocks(reference, body, draw, many):
    message = driving.prepare(reference, task(body, f"[{draw}]", arguments="x, n"), ["peaks", "original"])
    before, now = (message.given(name).view("input.1") for name in ("original", "peaks"))
    if not many:
        assert torch.equal(now, before)
        return
    inside = (now != now.min()) & (now != now.max())  # some are the least and the largest that are drawn
    assert inside.sum() > len(now) // 2 and torch.equal(now[3::4][inside[3::4]], before[3::4][inside[3::4]])
    ends, beside = (now[at][inside[at] & (now[at] > 31)] % 16 for at in (slice(0, None, 2), slice(1, None, 4)))
    assert bool((ends == 0).all()) and set(beside.tolist()) <= {1, 15}


# ---- numbers -----------------------------------------------------------------------------------


def test_whole_numbers_are_large_beside_floating_ones_at_the_own_size(reference):
    source = task("x * c", "[torch.randn(64, 512), torch.randint(0, 100, (64, 512))]", arguments="x, c")
    assert inputs(reference, source, "mixed", 1).max() > 1 << 33
    labels = task("F.cross_entropy(x, t)", "[torch.randn(64, 10), torch.randint(0, 10, (64,))]", arguments="x, t")
    assert inputs(reference, labels, "mixed", 1).max() < 10


@pytest.mark.parametrize("body, draw, is_deep", [
    ("x.log()", "torch.rand(40, 50) + 0.01", True),
    ("-(-x.log()).log()", "torch.rand(40, 50) * 0.9 + 0.01", True), ("x.tanh()", "torch.randn(40, 50)", False)])
def test_values_are_little_where_little_ones_matter(reference, body, draw, is_deep):
    assert bool(inputs(reference, task(body, f"[{draw}]"), "magnitudes").abs().min() < 1e-6) == is_deep


@pytest.mark.parametrize("body, is_moved", [("x * p[:, None].cos()", True), ("x[p]", False)])
def test_a_row_of_places_begins_far_away_unless_they_are_indices(reference, body, is_moved):
    places = inputs(reference, task(body, "[torch.randn(48, 8), torch.arange(48)]", arguments="x, p"), "one_sided", 1)
    assert (places.diff() == 1).all() and bool(places[0] > 4096) == is_moved


def test_posts_are_no_places(reference):
    source = task("torch.stack([x[int(p[i]):int(p[i + 1])].sum() for i in range(len(p) - 1)])", "[torch.randn(12), torch.arange(13)]", arguments="x, p")
    found = driving.prepare(reference, source, ["one_sided"])
    assert not found.messages["one_sided"]["applicable"] or found.given("one_sided").view("input.1")[0] == 0


def test_one_place_of_each_row_is_zero_where_no_tensor_may_be(reference):
    source = task("torch.linalg.solve(a.view(-1, 2, 2), b.view(-1, 2))",
                  "[torch.randn(300, 4) * 0.3 + torch.tensor([1.0, 0, 0, 1]), torch.randn(300, 2)]", arguments="a, b")
    assert ((inputs(reference, source, "zeros") == 0).sum(-1) == 1).all()


def test_a_counter_of_the_reference_has_counted_before(reference):
    found = prepared(reference, task("self.count(x)", "[torch.randn(8)]", body=COUNTER), "other_branches").given("other_branches")
    assert found.view("state.place") > 1000
    assert not applies(reference, BATCH_NORM, "other_branches")  # nothing hangs on how many batches there were


# ---- parts of rows, and numbers of which nothing comes -----------------------------------------


def test_some_rows_and_columns_begin_or_end_with_zeros_or_like_the_one_before(reference):
    source = task("x @ y", "[torch.randn(64, 80), torch.randn(80, 64)]", arguments="x, y")
    for index in (0, 1):
        value = inputs(reference, source, "peaks", index)
        lines = value if index == 0 else value.T
        assert not value.diagonal().any() and (value != 0).any(1).all()
        assert not lines[::16, :16].any() and ((lines[:, -10:] == 0).sum(1) > 6).any()
        alike = (lines[1:] == lines[:-1]) & (lines[1:] != 0)
        assert (alike.sum(1) > 8).sum() > 5


@pytest.mark.parametrize("body", ["1 / x", "x.cumprod(-1)"])
def test_where_the_reference_takes_no_zeros_or_they_hide_what_overflows_the_rows_have_none(reference, body):
    assert (inputs(reference, task(body, "[torch.rand(64, 80) / 8 + 1]"), "peaks") > 0).all()


@pytest.mark.parametrize("body, is_far", [
    ("x.softmax(-1)", True), ("torch.nn.functional.logsigmoid(x)", True), ("x * 2", False)])
def test_half_precision_meets_rows_beyond_its_exponentials(reference, body, is_far):
    value = inputs(reference, task(body, "[torch.randn(48, 200)]"), "third_dtype").float()
    assert bool(value[-1, -1] >= 128) == bool(value[-1, -2] <= -128) == is_far and value[0].abs().max() < 20


@pytest.mark.parametrize("body, number, other", [
    ("x * torch.rsqrt(x.square().mean(-1, keepdim=True) + n)", "1e-6", lambda number: number >= 1),
    ("x.tanh().clamp(max=n)", "10.0", lambda number: number < 0.5), ("x / (1 - 0.9 ** n)", "1000", lambda number: number < 20),
    ("x * n", "2.0", lambda number: number > 1)])
def test_numbers_of_which_nothing_comes_are_moved_far(reference, body, number, other):
    found = prepared(reference, task(body, f"[torch.randn(48, 200), {number}]", arguments="x, n"), "other_numbers")
    assert other(json.loads(found.given("other_numbers").metadata["inputs"])[1]["value"])

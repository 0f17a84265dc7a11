# SPDX-License-Identifier: GPL-3.0-or-later
"""What inputs and weights happen to have in common where a reference draws them, and nobody promises: judged otherwise."""

import json

import driving
import pytest
import torch
from tasks import task

WEIGHTS = """import torch
class Model(torch.nn.Module):
    def __init__(self, rows, columns):
        super().__init__()
        self.weight = torch.nn.Parameter(torch.nn.functional.normalize(torch.randn(rows, columns), dim=1))
        self.copy = torch.nn.Parameter(self.weight.detach().clone())
        self.scale = torch.nn.Parameter(torch.rand(rows) + 0.5)
    def forward(self, x):
        return x @ (self.weight + self.copy).t() * self.scale.log()
def get_inputs():
    return [torch.randn(40, 60)]
def get_init_inputs():
    return [30, 60]
"""
BETWEEN = task("torch.nn.functional.binary_cross_entropy(x, t, reduction='none')",
               "[torch.rand(40, 60), torch.randint(0, 2, (40, 60)).float()]", arguments="x, t")


def prepared(reference, source, name):
    found = driving.prepare(reference, source, ["tiny", name])
    assert found.end["op"] == "done", found.end
    assert found.messages[name]["applicable"], found.messages[name]
    return found


def test_weights_lose_what_they_have_at_their_start_and_keep_their_sign(reference):
    given = prepared(reference, WEIGHTS, "other_weights").given("other_weights")
    weight, copy, scale = (given.view(f"state.{name}") for name in ("weight", "copy", "scale"))
    lengths = weight.norm(dim=1)
    assert float(lengths.max()) > 2 * float(lengths.min())
    assert not torch.equal(weight, copy) and bool((scale > 0).all())


LEARNT = """import torch
class Model(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.bias = torch.nn.Parameter(torch.zeros(60))
        self.angle = torch.nn.Parameter(torch.randn(60))
    def forward(self, x):
        return torch.FUNCTION(x + self.bias, -1) * self.angle.cos()
def get_inputs():
    return [torch.randn(40, 60)]
def get_init_inputs():
    return []
"""


def test_a_learnt_bias_goes_beyond_what_an_exponential_takes(reference):
    given = prepared(reference, LEARNT.replace("FUNCTION", "softmax"), "other_weights").given("other_weights")
    bias = given.view("state.bias")
    assert int((bias > 50).sum()) == 15
    assert float(given.view("state.angle").abs().max()) > 10
    given = prepared(reference, LEARNT.replace("FUNCTION", "cumsum"), "other_weights").given("other_weights")
    assert int((given.view("state.bias") > 50).sum()) < 15


def test_sizes_are_all_the_same_and_that_of_a_weight(reference):
    rows, = prepared(reference, WEIGHTS, "same_sizes").shapes("same_sizes")
    assert rows[0] in (30, 60)
    shapes = prepared(reference, task("x.sum(1)", "[torch.randn(40, 60)]"), "same_sizes").shapes("same_sizes")
    assert shapes[0][0] == shapes[0][1]


def test_a_probability_of_one_is_none_above_once_it_is_rounded_otherwise(reference):
    prepared(reference, BETWEEN, "mixed")
    assert not bool(prepared(reference, BETWEEN, "zeros").given("zeros").view("input.0").any())


def test_bytes_in_no_order_are_not_sorted(reference):
    source = task("x + y", "[torch.randint(0, 100, (40, 60), dtype=torch.uint8), torch.randint(0, 100, (40, 60), dtype=torch.uint8)]", arguments="x, y")
    value = prepared(reference, source, "large").given("large").view("input.0")
    assert int(value.max()) == 255 and bool((value.long().diff(dim=-1) < 0).any())


def test_whole_numbers_reach_both_ends_of_their_dtype(reference):
    source = task("x * 2", "[torch.randint(-9, 9, (40, 60), dtype=torch.int32)]")
    value = prepared(reference, source, "large").given("large").view("input.0")
    assert int(value.max()) > 1 << 30 and int(value.min()) < -(1 << 30)


def test_rows_are_moved_where_a_hundredfold_leaves_a_choice_open(reference):
    source = task("torch.softmax(x, 1).topk(4)", "[torch.randn(40, 60)]")
    value = prepared(reference, source, "large").given("large").view("input.0")
    below, above = (int((rows > 88).all(dim=1).sum()) for rows in (-value, value))
    assert below and above and below + above < len(value)


def test_neighbours_are_kept_apart_where_rows_far_from_zero_would_make_them_one(reference):
    source = task("torch.softmax(x, 1).topk(4)", "[(torch.randn(40, 30)[..., None] + torch.tensor([0.0, 1e-6])).flatten(1)]")
    value = prepared(reference, source, "large").given("large").view("input.0")
    assert int((value > 88).all(dim=1).sum()) and float(value.sort(dim=1).values.diff(dim=1).min()) > 1e-5


@pytest.mark.parametrize("variant", ["zero_mean", "edges", "large"])
def test_labels_with_gaps_between_them_stay_those(reference, variant):
    source = task("torch.where(t > 0, x, -x) * 2 + t", "[torch.randn(40, 50), torch.randint(0, 2, (40, 50)) * 2 - 1]", arguments="x, t")
    found = driving.prepare(reference, source, ["tiny", variant])
    if found.messages[variant]["applicable"]:
        assert set(found.given(variant).view("input.1").unique().tolist()) == {-1, 1}
    numbers = source.replace("randint(0, 2, (40, 50)) * 2 - 1", "randint(-1, 2, (40, 50))")
    assert int(prepared(reference, numbers, "zero_mean").given("zero_mean").view("input.1").max()) > 1


def test_an_index_reaches_the_end_of_a_size_that_is_far_larger(reference):
    source = task("-torch.log_softmax(x, 1).gather(1, t[:, None])", "[torch.randn(40, 600), torch.randint(0, 600, (40,))]", arguments="x, t")
    given = prepared(reference, source, "far_sizes").given("far_sizes")
    assert int(given.view("input.1")[-1]) == given.view("input.0").shape[1] - 1


def test_lengths_of_a_size_stay_where_a_larger_one_grows(reference):
    source = task("(x * (torch.arange(6) <= n[:, None])[:, None]).sum(1)[:, :5] + w", "[torch.randn(3, 11, 6), torch.randn(3, 5), torch.tensor([5, 3, 4])]",
                  arguments="x, w, n")
    given = prepared(reference, source, "far_sizes").given("far_sizes")
    assert given.view("input.0").shape[1] > 100 and int(given.view("input.2").max()) == 5


def test_inputs_may_begin_behind_other_elements_of_their_memory(reference):
    given = prepared(reference, task("torch.tanh(x)", "[torch.randn(40, 60)]"), "zero_mean").given("zero_mean")
    value = given.tensor("input.0")
    assert value.is_contiguous() and value.storage_offset() > 0 and torch.equal(value, given.view("input.0"))
    own = driving.prepare(reference, task("torch.tanh(x)", "[torch.randn(41, 60)[1:]]"), ["original"]).given("original")
    assert json.loads(own.metadata["layouts"]) == {"input.0": "behind"}


def test_images_lie_with_their_channels_last(reference):
    given = prepared(reference, task("torch.tanh(x)", "[torch.randn(4, 8, 12, 10)]"), "strided").given("strided")
    assert given.tensor("input.0").is_contiguous(memory_format=torch.channels_last)


def test_an_index_of_the_largest_has_rows_of_all_kinds_but_equal_ones(reference):
    found = prepared(reference, task("x.argmax(1)", "[torch.randn(64, 60)]"), "mixed")
    assert "times 100" in found.messages["mixed"]["detail"] and "equal" not in found.messages["mixed"]["detail"]


def test_whole_numbers_are_what_the_reference_compares_them_with(reference):
    source = task("torch.where((t == 32000)[:, None], x, -x)", "[torch.randint(0, 32064, (40,)), torch.randn(40, 6)]", arguments="t, x")
    assert 4 < int((prepared(reference, source, "edges").given("edges").view("input.0") == 32000).sum()) < 30
    source = task("x / n.clamp(min=1)[:, None]", "[torch.randn(12, 100), torch.randint(0, 101, (12,))]", arguments="x, n")
    assert int(prepared(reference, source, "edges").given("edges").view("input.1").min()) == 0
    source = task("torch.nn.functional.cross_entropy(x, t, ignore_index=-1)", "[torch.randn(40, 50), torch.randint(0, 50, (40,))]", arguments="x, t")
    assert int(prepared(reference, source, "edges").given("edges").view("input.1").min()) == -1
    named = source.replace("ignore_index=-1", "ignore_index=-100")  # PyTorch's own number, but named
    assert int(prepared(reference, named, "edges").given("edges").view("input.1").min()) == -100
    source = source.replace(", ignore_index=-1", "")  # where nobody says so, no label is left out
    assert not driving.prepare(reference, source, ["tiny", "edges"]).messages["edges"]["applicable"]


@pytest.mark.parametrize("seed", range(12))
def test_few_lengths_lie_on_all_sides_of_a_limit(reference, seed):
    source = task("x / n.clamp(min=1)[:, None] * (n > 3)[:, None]", "[torch.randn(9, 100), torch.randint(0, 101, (9,))]", arguments="x, n")
    lengths = driving.prepare(reference, source, ["tiny", "edges"], seed=seed).given("edges").view("input.1").tolist()
    assert {0, 1, 2, 3, 4} <= set(lengths), lengths


def test_numbers_of_an_operator_that_jumps_are_edges(reference):
    for body, number in (("torch.nn.functional.threshold(x, 0.5, -2.0)", 0.5), ("torch.nn.functional.hardshrink(x, 0.25)", -0.25), ("torch.histc(x, 16, 0.0, 1.0)", 1.0)):
        assert bool((prepared(reference, task(body, "[torch.randn(40, 60)]"), "edges").given("edges").view("input.0") == number).any()), body


def test_a_few_numbers_that_another_draw_has_not_are_any_numbers(reference):
    source = task("x * s[:, None]", "[torch.rand(3, 60), torch.rand(3) + 0.5]", arguments="x, s")
    assert bool((prepared(reference, source, "constant").given("constant").view("input.1") < 0).all())
    labels = task("x * s[:, None]", "[torch.rand(3, 60), torch.randint(0, 2, (3,)).float()]", arguments="x, s")
    assert bool((prepared(reference, labels, "constant").given("constant").view("input.1") >= 0).all())


def test_sizes_go_beyond_what_places_are_compared_with(reference):
    source = task("torch.where(torch.arange(x.shape[1]) < 100, x, x * 0.5)", "[torch.randn(30, 40)]")
    (_, columns), = prepared(reference, source, "limits").shapes("limits")
    assert columns > 101


def test_infinite_numbers_may_make_an_answer_infinite_that_asks_for_them(reference):
    found = prepared(reference, task("x * 0.5 + x.isinf().any(-1, keepdim=True)", "[torch.randn(40, 60)]"), "not_numbers")
    assert bool(found.given("not_numbers").view("input.0").isinf().any())


def test_rows_of_masks_are_true_or_false_throughout(reference):
    source = task("(m * 1.0) @ torch.ones(64, 3) / m.sum(-1, keepdim=True).clamp(min=1)", "[torch.rand(40, 64) > 0.4]", arguments="m")
    counts = prepared(reference, source, "peaks").given("peaks").view("input.0").sum(-1)
    assert {0, 1, 64} == set(counts.tolist())


def test_whole_numbers_alone_are_large_at_the_task_s_own_size(reference):
    found = prepared(reference, task("x * 3 + 1", "[torch.randint(0, 100, (40, 60))]"), "mixed")
    assert found.shapes("mixed") == [[40, 60]] and int(found.given("mixed").view("input.0").max()) > 1 << 34


def test_parts_of_none_are_met_where_another_draw_has_some(reference):
    draw = "(lambda n: [torch.randn(240, 4), torch.cat([torch.zeros(1, dtype=torch.long), n.cumsum(0)])])(torch.randint(0, 20, (12,)))"
    source = task("torch.stack([x[a:b].sum(0) for a, b in zip(p[:-1].tolist(), p[1:].tolist())])", draw, arguments="x, p")
    places = prepared(reference, source, "zero_mean").given("zero_mean").view("input.1")
    assert bool((places.diff() == 0).any()) and bool((places.diff() >= 0).all())


@pytest.mark.parametrize("seed", range(6))
def test_a_sum_is_not_next_to_nothing_by_chance(reference, seed):
    source = "SOMETIMES = lambda x: x - x.mean() if torch.rand(()) < 0.4 else x\n" \
        + task("x.sum()", "[SOMETIMES(torch.randn(50, 70))]")
    found = driving.prepare(reference, source, ["original", "new_seed", "larger_dims"], seed=seed)
    for name in ("original", "new_seed"):
        assert abs(found.given(name).view("input.0").double().sum()) > 0.1
    if not found.messages["larger_dims"]["applicable"]:
        assert "next to nothing" in found.messages["larger_dims"]["detail"]

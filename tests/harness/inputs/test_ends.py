# SPDX-License-Identifier: GPL-3.0-or-later
"""Arguments at the ends of what they may be, lists of other kinds, and inputs that keep no promise."""

import json

import driving
import pytest
import torch
from tasks import task

from harness.inputs import extra_variant

SCALE = task("x * s", "[torch.rand(20, 70), 0.5]", arguments="x, s")
SHIFT = task("x + x.flip(0) * s", "[torch.rand(20, 70), 0.5]", arguments="x, s")
NORM = task("torch.linalg.vector_norm(x, ord=p, dim=-1)", "[torch.randn(20, 70), 3.0]", arguments="x, p")
FILL = task("x.masked_fill(m, s)", "[torch.randn(20, 70), torch.rand(20, 70) < 0.3, -10000.0]", arguments="x, m, s")
POWER = task("x.abs() ** p if p != int(p) else x ** p", "[torch.rand(20, 70), 2.5]", arguments="x, p")
ROWS = task("torch.zeros(n, 8).index_add(0, at, x)", "[torch.randn(40, 8), torch.randint(0, 12, (40,)), 12]", arguments="x, at, n")
CLAMP = task("torch.clamp(x, least, most)", "[torch.randn(20, 70), -0.5, 0.5]", arguments="x, least=None, most=None")
TWO = task("(x if b is None else x + b) if r is None else (x if b is None else x + b) * r", "[torch.randn(20, 70), torch.randn(70), torch.randn(20, 70)]",
           arguments="x, b=None, r=None")
FLAGS = task("(x + 1 if a else x) * (2 if b else 3)", "[torch.randn(20, 70), True, False]", arguments="x, a, b")
REST = task("torch.stack(xs).sum(0)", "[torch.randn(20, 70) for _ in range(3)]", arguments="*xs")
PAIRS = task("sum(x * s for x, s in parts)", "[[(torch.randn(20, 70), 0.5), (torch.randn(20, 70), 2.0), (torch.randn(20, 70), 1.5)]]", arguments="parts")
POLYNOMIAL = task("sum(c * x ** k for k, c in enumerate(cs))", "[torch.rand(20, 70), [0.5, 0.25, 2.0]]", arguments="x, cs")
EACH = task("[x * 2 for x in xs]", "[[torch.randn(70) for _ in range(4)]]", arguments="xs")
SPLIT = task("torch.cat([part * (k + 1) for k, part in enumerate(torch.split(x, counts.tolist()))])", "[torch.randn(64, 8), counts()]",
             arguments="x, counts", constants="def counts():\n    cuts = torch.randperm(59)[:3].sort().values + 2\n"
             "    ends = torch.cat([torch.tensor([0]), cuts, torch.tensor([64])])\n    return ends.diff().clamp(min=1)\n")
SLOTS = task("x[at] * 2", "[torch.randn(12, 70), torch.arange(12)]", arguments="x, at")
JAGGED = task("torch.stack([x[:n].sum() for n in lengths.tolist()])", "[torch.randn(400), torch.randint(1, 7, (9,))]", arguments="x, lengths")


def prepared(role, source, *names, **more):
    found = driving.prepare(role, source, list(names), **more)
    assert found.end["op"] == "done", found.end
    return found


def detail(role, source, name, **more):
    message = prepared(role, source, name, **more).messages[name]
    return message["applicable"], message["detail"]


@pytest.mark.parametrize("source, name, is_there, words", [
    (SHIFT, "zero_numbers", True, "0.5 -> 0"), (NORM, "zero_numbers", False, ""), (ROWS, "zero_numbers", False, ""),
    (FILL, "infinite_numbers", True, "-10000.0 -> -inf"), (SCALE, "infinite_numbers", False, ""), (NORM, "infinite_numbers", False, ""),
    (SCALE, "whole_numbers", True, "0.5 -> 1"), (POWER, "whole_numbers", True, "2.5 -> 3"),
    (CLAMP, "one_left_out", True, "left out"), (CLAMP, "another_left_out", True, "left out"), (SCALE, "one_left_out", False, ""),
    (TWO, "another_left_out", True, "left out"), (FLAGS, "flags_on", True, "False -> True"), (FLAGS, "flags_off", True, "True -> False"),
    (SLOTS, "unpromised", True, "input 1"), (SCALE, "unpromised", False, ""), (SCALE, "empty_sizes", True, "-> 0")])
def test_what_is_given_at_its_ends(reference, source, name, is_there, words):
    applicable, text = detail(reference, source, name)
    assert applicable == is_there and words in text, text


def test_whole_numbers_come_with_values_of_both_signs(reference):
    x = prepared(reference, POWER, "whole_numbers").given("whole_numbers").view("input.0")
    assert bool((x < 0).any()) and bool((x > 0).any())


def test_two_arguments_are_left_out_one_by_one(reference):
    found = prepared(reference, TWO, "one_left_out", "another_left_out")
    given = [json.loads(found.given(name).metadata["inputs"]) for name in ("one_left_out", "another_left_out")]
    left_out = [[at for at, value in enumerate(values) if value.get("value", 0) is None] for values in given]
    assert sorted(left_out) == [[1], [2]]


@pytest.mark.parametrize("source, count", [(REST, 3), (PAIRS, 3)])
def test_lists_of_other_kinds_are_longer_shorter_and_single(reference, source, count):
    found = prepared(reference, source, "longer_lists", "shorter_lists", "single_lists")
    assert [len(found.shapes(name)) for name in ("longer_lists", "shorter_lists", "single_lists")] == [2 * count + 7, count - 1, 1]


def test_a_list_of_floating_numbers_is_longer(reference):
    found = prepared(reference, POLYNOMIAL, "longer_lists")
    assert len(json.loads(found.given("longer_lists").metadata["inputs"])[1]["value"]) > 3


def test_tensors_of_a_list_have_sizes_of_their_own(reference):
    sizes = [shape[0] for shape in prepared(reference, EACH, "uneven_lists").shapes("uneven_lists")]
    assert len(set(sizes)) == 4


def test_whole_blocks_along_all_axes_are_different_ones_both_ways(reference):
    found = prepared(reference, task("a @ b", "[torch.randn(24, 40), torch.randn(40, 56)]", arguments="a, b"), "whole_apart", "whole_apart_again")
    one, other = ([shapes[0][0], shapes[0][1], shapes[1][1]] for shapes in (found.shapes("whole_apart"), found.shapes("whole_apart_again")))
    for sizes in (one, other):
        assert len(set(sizes)) == 3 and all(size % 16 == 0 for size in sizes)
    assert one.index(max(one)) == other.index(min(other))


@pytest.mark.parametrize("seed", range(3))
def test_parts_that_are_empty_leave_the_whole_as_it_is(reference, seed):
    counts = prepared(reference, SPLIT, "empty_parts", seed=seed).given("empty_parts").view("input.1")
    assert int(counts.sum()) == 64 and int(counts.min()) == 0


def test_what_was_in_order_is_in_none(reference):
    at = prepared(reference, SLOTS, "unpromised").given("unpromised").view("input.1")
    assert sorted(at.tolist()) == list(range(12)) and at.tolist() != list(range(12))


def test_a_number_of_get_inputs_is_larger_wherever_it_stands(reference):
    found = prepared(reference, JAGGED, "drawn_0", "drawn_1", "drawn_2")
    assert any("7 -> 73" in found.messages[name]["detail"] for name in ("drawn_0", "drawn_1", "drawn_2"))
    name, = [name for name in ("drawn_0", "drawn_1", "drawn_2") if "7 -> 73" in found.messages[name]["detail"]]
    assert int(found.given(name).view("input.1").max()) > 7


def test_arguments_of_the_constructor_are_other_ones_one_by_one(reference):
    source = task("F.leaky_relu(self.fc(x), self.slope) * (2 if self.twice else 1)", "[torch.randn(20, 32)]", parameters=", n, slope, twice, eps",
                  body="        self.fc = nn.Linear(n, n)\n        self.slope, self.twice, self.eps = slope, twice, eps\n", init="[32, 0.1, True, 1e-5]")
    found = prepared(reference, source, "other_settings", "other_settings_2", "other_settings_3", "far_settings", "far_settings_2")
    assert not found.messages["other_settings_3"]["applicable"]  # of the width of weights, and of an epsilon that the reference leaves
    given = [json.loads(found.given(name).metadata["init"])["args"] for name in ("other_settings", "other_settings_2")]
    changed = [[at for at, (now, before) in enumerate(zip(values, [32, 0.1, True, 1e-5])) if now != {"value": before} and now != before] for values in given]
    assert sorted(changed) == [[1], [2]], given
    assert json.loads(found.given("far_settings").metadata["init"])["args"][1] == {"value": 1 - 0.9 / 8} or found.messages["far_settings"]["detail"].startswith(
        "the constructor is given 0.8875 in place of 0.1")


@pytest.mark.parametrize("formula, arguments, number, labels", [
    ("x.topk(self.n).values", "torch.randn(20, 300)", 49, None), ("x ** self.n", "torch.rand(20, 30)", 49, None),
    ("torch.stack([(x == i).sum(-1) for i in range(self.n)], -1)", "torch.randint(0, 6, (20, 300))", 49, 48),
    ("F.one_hot(x, self.n).sum(1)", "torch.randint(0, 6, (20, 300))", 49, 5)])
def test_numbers_of_the_constructor_are_several_times_as_large(reference, formula, arguments, number, labels):
    source = task(formula, f"[{arguments}]", parameters=", n", body="        self.n = n\n", init="[6]")
    found = prepared(reference, source, "far_settings")
    assert found.messages["far_settings"]["detail"].startswith(f"the constructor is given {number} in place of 6"), found.messages
    assert labels is None or int(found.given("far_settings").view("input.0").max()) == labels


def test_sizes_of_one_name_are_apart(reference):
    source = task("torch.cdist(a, b)", "[torch.randn(POINTS, 3), torch.randn(POINTS, 3)]", arguments="a, b", constants="POINTS = 50\n")
    shapes = prepared(reference, source, "apart").shapes("apart")
    assert shapes[0][0] != shapes[1][0] and shapes[0][1] == shapes[1][1]


def test_one_of_a_fixed_ratio_is_another_multiple(reference):
    source = task("q * k.repeat_interleave(q.shape[1] // k.shape[1], dim=1)", "[torch.randn(2, 2 * KV, 20), torch.randn(2, KV, 20)]", arguments="q, k",
                  constants="KV = 6\n")
    shapes = prepared(reference, source, "apart").shapes("apart")
    assert shapes[0][1] // shapes[1][1] > 2


@pytest.mark.parametrize("source, name, words", [
    (SCALE, "beyond_values", "rows of every kind"), (task("torch.where(x > 0.5, x, -x)", "[torch.randn(20, 70)]"), "beyond_edges", "equal to what"),
    (SCALE, "beyond_arguments", "0.5 -> 0.4"), (SCALE, "beyond_dtype", "as float16")])
def test_harsh_inputs_at_sizes_that_are_named(reference, source, name, words):
    found = prepared(reference, source, "axis_0", name, beyond=["axis_0"])
    assert words in found.messages[name]["detail"], found.messages[name]
    assert max(found.shapes(name)[0]) >= max(found.shapes("axis_0")[0])
    assert not prepared(reference, source, name).messages[name]["applicable"]


def test_rows_are_enough_for_all_kinds(reference):
    rows, columns = prepared(reference, SCALE, "beyond_values", beyond=["axis_0"]).shapes("beyond_values")[0]
    assert min(rows, columns) >= 12


def test_gradients_are_on_where_peaks_are(reference):
    found = prepared(reference, SCALE, "original", "peaks")
    assert [found.given(name).metadata["gradients"] for name in ("original", "peaks")] == ["0", "1"]


def test_a_number_that_stands_for_none_is_no_scale():
    exact = torch.randn(4, 1000, dtype=torch.float64)
    exact[:, ::100] = -1e7
    off = exact.clone()
    off[1, 5] += 0.5
    assert extra_variant.distance(exact, off) > 1e-3 and extra_variant.distance(exact, exact * (1 + 1e-7)) < 1e-6
    off = exact.clone()
    off[1, 100] = 0.0
    assert extra_variant.distance(exact, off) > 1e-3


def test_symmetric_matrices_stay_so(reference):
    source = task("torch.linalg.cholesky(x)", "[matrix()]", constants="def matrix():\n    x = torch.randn(12, 12)\n    return x @ x.T + 12 * torch.eye(12)\n")
    message = prepared(reference, source, "few_changed").messages["few_changed"]
    if message["applicable"]:
        x = prepared(reference, source, "few_changed").given("few_changed").view("input.0")
        assert torch.equal(x, x.T)


@pytest.mark.parametrize("arguments", ["[torch.randn(30, 70)]", "[torch.randn(6, 5, 40)]", "[torch.randn(500)]"])
@pytest.mark.parametrize("seed", [3, 4])
def test_sizes_one_more_than_blocks(reference, arguments, seed):
    value = prepared(reference, task("x * 2 + x.exp()", arguments), "one_over", seed=seed).given("one_over").view("input.0")
    assert value.numel() % 1024 == 1 and max(value.shape) > 100


def test_lists_of_the_constructor_are_longer(reference):
    source = task("sum(x * s for s in self.n)", "[torch.randn(20, 30)]", parameters=", n", body="        self.n = n\n", init="[[0.5, 0.25, 0.125]]")
    detail = prepared(reference, source, "far_settings").messages["far_settings"]["detail"]
    assert detail.startswith("the constructor is given [0.5, 0.25, 0.125, 0.09375] in place of [0.5, 0.25, 0.125]"), detail


@pytest.mark.parametrize("parameters, formula, other", [
    (", alpha=1.0", "x * self.n[0]", 0.75), (", side='left'", "x if self.n[0] == 'left' else x.flip(-1)", "any"), (", rect=True", "x * 2 if self.n[0] else x", False),
    (", ignore=-100", "torch.where(x.round() == self.n[0], 0.0, x)", "any"), (", clip=None", "x if self.n[0] is None else x.clamp(max=self.n[0])", 0.3)])
def test_arguments_that_the_constructor_is_not_given_are_other_ones_too(reference, parameters, formula, other):
    name = parameters.split("=")[0][2:]
    source = task(formula, "[torch.randn(20, 300)]", parameters=parameters, body=f"        self.n = [{name}]\n")
    found = prepared(reference, source, "other_settings")
    assert found.messages["other_settings"]["applicable"], found.messages
    keywords = json.loads(found.given("other_settings").metadata["init"])["kwargs"]
    assert list(keywords) == [name] and other in ("any", keywords[name], keywords[name].get("value") if isinstance(keywords[name], dict) else None), keywords

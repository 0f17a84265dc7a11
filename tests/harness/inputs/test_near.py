# SPDX-License-Identifier: GPL-3.0-or-later
"""Inputs that lie near another one, next to nothing, on a multiple or one beyond what a task draws."""

import driving
import pytest
import torch
from tasks import task

from harness.inputs import thin_lines

PAIR = "[torch.randn(48, 64), torch.randn(48, 64)]"
DISTANCES = task("(x - y).square().sum(-1).sqrt()", PAIR, arguments="x, y")
ANGLES = task("torch.acos(((x * y).sum(-1) / (x.norm(dim=-1) * y.norm(dim=-1))).clamp(-1, 1))", PAIR, arguments="x, y")


def prepared(role, source, name):
    found = driving.prepare(role, source, [name])
    assert found.messages[name]["applicable"], found.messages[name]
    return found.given(name), found.messages[name]["detail"]


def test_some_rows_are_almost_those_of_another_input(reference):
    given, detail = prepared(reference, DISTANCES, "peaks")
    apart = (given.view("input.0") - given.view("input.1")).abs().amax(-1)
    assert "those of another input or weight or almost" in detail
    assert (apart == 0).sum() == 3 and ((apart > 0) & (apart < 1e-3)).sum() == 12 and ((apart > 1e-3) & (apart < 1)).sum() == 3


def test_where_equal_rows_are_refused_some_are_near_alone(reference):
    source = task("(x - y) / (x - y).norm(dim=-1, keepdim=True)", PAIR, arguments="x, y")
    given, detail = prepared(reference, source, "peaks")
    apart = (given.view("input.0") - given.view("input.1")).abs().amax(-1)
    assert "those of another input or weight almost" in detail and (apart < 1).sum() == 3 and apart.min() > 1e-3


def test_rows_in_one_direction_are_not_all_flat(reference):
    given, _ = prepared(reference, ANGLES, "flat_rows")
    x, y = given.view("input.0"), given.view("input.1")
    assert x[3::4].equal(y[3::4]) and x[3::4].std(-1).min() > 0.1 and x[:3].std(-1).max() == 0


def test_of_an_angle_that_rounding_decides_nobody_is_asked_closely(reference):
    """Far from zero all rows lie almost in one direction."""
    message = driving.prepare(reference, ANGLES, ["axis_0_again"]).messages["axis_0_again"]
    assert not message["applicable"] or "far below zero" not in message["detail"]


def test_whole_lines_are_next_to_nothing(reference):
    for source in (task("x / x.norm(dim=-1, keepdim=True)", "[torch.randn(48, 64)]"), task("torch.pow(x, 0.1)", "[torch.rand(48, 64)]")):
        given, detail = prepared(reference, source, "magnitudes")
        assert "whole lines too" in detail and given.view("input.0")[2].abs().max() < 1e-8


def test_some_elements_are_multiples_of_what_is_divided_by(reference):
    for formula in ("torch.remainder(x, 3.0)", "torch.fmod(x, 3.0)", "torch.div(x, 3.0, rounding_mode='floor')"):
        given, _ = prepared(reference, task(formula, "[torch.randn(48, 64) * 4]"), "edges")
        x = given.view("input.0")
        assert (x % 3 == 0).float().mean() > 0.2 and bool((x[x % 3 == 0] < 0).any())
        assert ((x - (x / 3).round() * 3).abs() < 1e-6).sum() == (x % 3 == 0).sum()  # none beside them


def test_whole_numbers_may_be_one_less_than_any_of_the_task(reference):
    source = task("torch.pow(x, n)", "[torch.randn(48, 64), torch.randint(1, 6, (48, 64))]", arguments="x, n")
    given, detail = prepared(reference, source, "zero_mean")
    assert "one beyond" in detail and given.view("input.1").min() == 0 and given.view("input.1").max() == 6
    source = task("torch.pow(x, n)", "[torch.randn(48, 64), torch.randint(0, 6, (48, 64))]", arguments="x, n")
    assert prepared(reference, source, "zero_mean")[0].view("input.1").min() == 0


def test_rows_of_another_count_and_columns_are_near_too(reference):
    source = task("((x[:, None] - y[None]) ** 2).sum(-1).sqrt()", "[torch.randn(64, 32), torch.randn(48, 32)]", arguments="x, y")
    given, _ = prepared(reference, source, "peaks")
    apart = (given.view("input.0")[:48] - given.view("input.1")).abs().amax(-1)
    assert (apart < 1e-2).sum() == 15
    given, _ = prepared(reference, task("((x - y) ** 2).sum(0).sqrt()", PAIR, arguments="x, y"), "peaks")
    apart = (given.view("input.0") - given.view("input.1")).abs()
    assert apart[[0, 2, 3, 4], 5].max() == 0


def test_where_differences_are_taken_all_of_them_may_be_small(reference):
    given, detail = prepared(reference, task("((x - y) ** 2).sum(-1) / (y ** 2).sum(-1)", PAIR, arguments="x, y"), "one_sided")
    assert "near each other" in detail and (given.view("input.0") - given.view("input.1")).abs().max() < 0.2


def test_values_of_another_kind_are_not_those_of_another_input(reference):
    source = task("t[y.long()] * x", "[torch.randn(48, 64), torch.randint(0, 50, (48, 64)).float(), torch.randn(50)]", arguments="x, y, t")
    given, _ = prepared(reference, source, "flat_rows")
    assert given.view("input.1").min() >= 0
    whole, normal = torch.arange(20.0), torch.randn(20)
    assert not thin_lines.may_be_another(whole, normal) and not thin_lines.may_be_another(normal.abs(), normal)
    assert not thin_lines.may_be_another(normal, normal * 100) and thin_lines.may_be_another(normal, -normal)


def test_a_search_in_many_rows_meets_what_is_there(reference):
    source = task("torch.searchsorted(x, y)", "[torch.randn(24, 40).sort(-1).values, torch.randn(24, 30)]", arguments="x, y")
    given, _ = prepared(reference, source, "edges")
    assert (given.view("input.1")[:, :, None] == given.view("input.0")[:, None, :]).any(-1).float().mean() > 0.1


def test_multiples_of_a_tensor_and_of_halves(reference):
    source = task("torch.remainder(x, y)", "[torch.randn(48, 64) * 4, torch.rand(48, 64) + 0.5]", arguments="x, y")
    given, _ = prepared(reference, source, "edges")
    assert (torch.remainder(given.view("input.0"), given.view("input.1")) == 0).float().mean() > 0.2
    given, _ = prepared(reference, task("torch.remainder(x, 2.5)", "[torch.randn(48, 64) * 4]"), "edges")
    assert (given.view("input.0") % 2.5 == 0).float().mean() > 0.2


@pytest.mark.parametrize("answer, edge", [("torch.where(x.abs() > 0.5, x, 0.0)", 0.5), ("(x.abs() <= 2.0).float()", 2.0), ("torch.floor(x.abs())", 1.0)])
def test_absolute_values_are_compared_as_they_come(reference, answer, edge):
    given, _ = prepared(reference, task(answer, "[torch.randn(48, 64)]"), "edges")
    found = given.view("input.0")
    assert (found == edge).any() and (found == -edge).any()


def test_almost_equal_numbers_are_told_apart_where_only_the_order_counts(reference):
    given, detail = prepared(reference, task("torch.argmax(x, -1)", "[torch.randn(64, 100)]"), "ties")
    assert "almost" in detail and 6 < given.view("input.0").unique().numel() <= 15
    _, detail = prepared(reference, task("torch.argmax(x * 3, -1)", "[torch.randn(64, 100)]"), "ties")
    assert "almost" not in detail


def test_rows_may_be_those_of_a_weight(reference):
    source = task("((x[:, None] - self.c[None]) ** 2).sum(-1).sqrt()", "[torch.randn(64, 32)]",
                  body="        self.c = nn.Parameter(torch.randn(24, 32))\n")
    given, _ = prepared(reference, source, "peaks")
    apart = (given.view("input.0")[:, None] - given.view("state.c")[None]).abs().amax(-1).amin(1)
    assert (apart < 0.01).sum() >= 9


def test_some_elements_are_one(reference):
    given, detail = prepared(reference, task("1 + x + x * x + x * x * x", "[torch.randn(48, 96)]"), "zero_mean")
    assert "some of them one" in detail and bool((given.view("input.0") == 1).any()) and bool((given.view("input.0") == -1).any())
    given, detail = prepared(reference, task("torch.special.entr(x) + torch.special.entr(1 - x)", "[torch.rand(48, 96)]"), "one_sided")
    assert "some of them one" in detail and (given.view("input.0") == 1).sum() > 100


TRIPLE = "[torch.randn(48, 64), torch.randn(48, 64), torch.randn(48, 64)]"


@pytest.mark.parametrize("formula, count, left", [
    ("(x + y).norm(dim=-1)", 2, lambda x, y: x + y), ("(x - 2 * y).norm(dim=-1)", 2, lambda x, y: x - 2 * y),
    ("(x + y - z).norm(dim=-1)", 3, lambda x, y, z: x + y - z), ("(x * y - z).square().sum(-1)", 3, lambda x, y, z: x * y - z)])
def test_what_several_inputs_add_up_to_is_little(reference, formula, count, left):
    names = "xyz"[:count]
    given, detail = prepared(reference, task(formula, f"[{', '.join(['torch.randn(48, 64)'] * count)}]", arguments=", ".join(names)), "one_sided")
    values = [given.view(f"input.{at}") for at in range(count)]
    assert detail == "inputs of which a sum is little"
    assert left(*values).square().mean().sqrt() < 0.02 and min(value.std() for value in values) > 0.2


def test_what_an_input_and_a_weight_add_up_to_is_little(reference):
    source = task("(x + self.w).norm(dim=-1)", "[torch.randn(48, 64)]", body="        self.w = nn.Parameter(torch.randn(64))\n")
    given, detail = prepared(reference, source, "one_sided")
    assert detail == "inputs of which a sum is little" and given.view("input.0").std(0).max() < 0.02 < given.view("input.0").std()


@pytest.mark.parametrize("formula, inputs", [
    ("(x - y).norm(dim=-1)", PAIR), ("(x * y).sum(-1)", PAIR), ("torch.log(x + y)", "[torch.rand(48, 64) + 0.1, torch.rand(48, 64) + 0.1]")])
def test_other_inputs_lie_at_their_ends(reference, formula, inputs):
    _, detail = prepared(reference, task(formula, inputs, arguments="x, y"), "one_sided")
    assert "sum is little" not in detail


def test_beside_the_second_size_there_are_some_more_than_a_few(reference):
    source = task("x.exp()", "[torch.randn(50, 100)]")
    found = [driving.prepare(reference, source, ["axis_1"], seed=seed).given("axis_1").view("input.0").shape for seed in range(8)]
    assert all(rows > 64 and 8 < columns <= 48 for rows, columns in found) and {-(-columns // 16) for _, columns in found} == {1, 2, 3}


@pytest.mark.parametrize("name", ["same_sizes", "unit_dims"])
def test_all_of_an_input_is_large(reference, name):
    given, _ = prepared(reference, task("1 / (torch.sqrt(x + 1) + torch.sqrt(x))", "[torch.rand(48, 64) + 0.1]"), name)
    assert given.view("input.0").min() > 1000


def test_half_of_several_inputs_are_large(reference):
    given, _ = prepared(reference, task("x * z - y", TRIPLE, arguments="x, y, z"), "same_sizes")
    assert sum(float(given.view(f"input.{at}").std()) > 1000 for at in range(3)) == 2


@pytest.mark.parametrize("formula", ["torch.sigmoid(x)", "torch.softmax(x, -1)", "torch.round(x).to(torch.int32)"])
def test_what_levels_off_stays_as_large_as_drawn(reference, formula):
    given, _ = prepared(reference, task(formula, "[torch.randn(48, 64)]"), "same_sizes")
    assert given.view("input.0").abs().max() < 100

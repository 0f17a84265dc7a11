# SPDX-License-Identifier: GPL-3.0-or-later
"""Inputs that lie near another one, next to nothing, on a multiple or one beyond what a task draws."""

import driving
import torch
from tasks import task

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
    assert "those of another input or almost" in detail
    assert (apart == 0).sum() == 3 and ((apart > 0) & (apart < 1e-3)).sum() == 6 and ((apart > 1e-3) & (apart < 1)).sum() == 3


def test_where_equal_rows_are_refused_some_are_near_alone(reference):
    source = task("(x - y) / (x - y).norm(dim=-1, keepdim=True)", PAIR, arguments="x, y")
    given, detail = prepared(reference, source, "peaks")
    apart = (given.view("input.0") - given.view("input.1")).abs().amax(-1)
    assert "those of another input almost" in detail and (apart < 1).sum() == 3 and apart.min() > 1e-3


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


# SPDX-License-Identifier: GPL-3.0-or-later
"""Values beside and beyond what the kernels of one candidate compare with."""

import driving
import pytest
from tasks import task

NAMES = ["compared_0", "compared_1"]


def prepared(role, source, limits):
    return driving.prepare(role, source, NAMES, tiny=False, compared=limits)


def values(role, source, limits, name, which=0):
    answer = prepared(role, source, limits)
    assert answer.messages[name]["applicable"], answer.messages[name]
    return answer.given(name).view(f"input.{which}")


def test_a_number_that_nothing_has_reached_is_met_from_both_sides(reference):
    drawn = values(reference, task("x.sin() + x", "[torch.randn(20, 64)]"), [[30.0, -3.0, 4.0]], "compared_0")
    near = (drawn - 30).abs() <= 8
    assert 0.05 < float(near.float().mean()) < 0.5
    assert bool((drawn == 30).any()) and bool((drawn[near] > 30).any()) and bool((drawn[near] < 30).any())
    rows = drawn[1::2].double()  # whole ones, too: what a kernel may make of them comes there
    for made in (rows.abs().amax(1), rows.var(1, correction=0), rows.square().mean(1), rows.sum(1).abs(), rows.norm(dim=1)):
        assert float((made - 30).abs().min()) < 1e-3


def test_a_number_between_those_that_came_is_met_as_it_is(reference):
    drawn = values(reference, task("x.sin() + x", "[torch.randn(20, 64)]"), [[0.375, -3.0, 4.0]], "compared_0")
    assert int((drawn == 0.375).sum()) > 10


def test_all_values_grow_until_what_is_compared_is_beyond(reference):
    source = task("x * 2", "[torch.randn(20, 64)]")
    before = values(reference, source, [[30.0, -3.0, 4.0]], "compared_1").abs().max()
    far = values(reference, source, [[-3e3, -3.0, 4.0]], "compared_1").abs().max()
    assert 40 < before < 80 and 4e3 < far < 9e3


@pytest.mark.parametrize("number", [1e-3, -1e-3])
def test_they_shrink_where_all_of_it_lies_beyond(reference, number):
    limits = [[number, *((0.5, 2.0) if number > 0 else (-2.0, -0.5))]]
    drawn = values(reference, task("x * 2", "[torch.randn(20, 64)]"), limits, "compared_1")
    assert float(drawn.abs().max()) < 5e-3


def test_signs_of_the_task_are_kept(reference):
    source = task("(x + 1).log()", "[torch.rand(20, 64)]")
    assert float(values(reference, source, [[30.0, 0.0, 1.0]], "compared_0").min()) >= 0
    assert not prepared(reference, source, [[-30.0, 0.0, 1.0]]).messages["compared_0"]["applicable"]


def test_what_lies_far_out_of_the_tasks_reach_is_left(reference):
    source = task("x * 2", "[torch.randn(20, 64)]")
    for number in (-1e9, 1e30):
        answer = prepared(reference, source, [[number, -3.0, 4.0]])
        assert not any(answer.messages[name]["applicable"] for name in NAMES)


def test_none_are_made_of_nothing(reference):
    answer = driving.prepare(reference, task("x * 2", "[torch.randn(20, 64)]"), NAMES, tiny=False)
    assert "no number" in answer.messages["compared_0"]["detail"]


def test_a_whole_number_in_the_range_of_the_draw_comes_at_the_tasks_own_sizes(reference):
    source = task("torch.nn.functional.embedding(y, x)", "[torch.randn(50000, 4), torch.randint(0, 50000, (4, 64))]", arguments="x, y")
    limits = [[31337.0, 3.0, 49990.0, True]]
    labels = values(reference, source, limits, "compared_0", which=1)
    assert labels.shape == (4, 64) and labels.unique().numel() > 100
    assert all(bool((labels == number).any()) for number in (31336, 31337, 31338))
    assert bool((values(reference, source, limits, "compared_0") < 4.9).all())


@pytest.mark.parametrize(("number", "values_of"), [(0x40D33333, 6.6), (0x41D33, 26.375), (0x3FC, 1.5)])
def test_bits_of_a_floating_number_come_too(reference, number, values_of):
    drawn = values(reference, task("x * 2", "[torch.randn(20, 64)]"), [[float(number), -3.0, 2e9, True]], "compared_0")
    assert int(((drawn - values_of).abs() <= 0.05 * values_of).sum()) > 10


def test_what_no_draw_has_is_left_out_of_whole_numbers(reference):
    source = task("torch.nn.functional.embedding(y, x)", "[torch.randn(500, 4), torch.randint(0, 500, (4, 64))]", arguments="x, y")
    labels = prepared(reference, source, [[-100.0, -200.0, 499.0, True], [7.0, 0.0, 499.0, True]]).given("compared_0").view("input.1")
    assert int(labels.min()) >= 0 and bool((labels == 7).any())

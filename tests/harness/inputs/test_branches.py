# SPDX-License-Identifier: GPL-3.0-or-later
"""Inputs on which the reference goes another way in Python, and masks and limits that nothing else reaches."""

import driving
import pytest
import torch
from tasks import task


def prepared(reference, source, *names):
    found = driving.prepare(reference, source, ["original", *names])
    assert found.end["op"] == "done", found.end
    return found


def branched(reference, source):
    found = prepared(reference, source, "other_branches")
    assert found.messages["other_branches"]["applicable"], found.messages["other_branches"]
    return found.given("other_branches")


def reason(reference, source, name="other_branches"):
    message = prepared(reference, source, name).messages[name]
    assert not message["applicable"], message
    return message["detail"]


@pytest.mark.parametrize("condition", ["x.shape[1] > 1000", "1000 < x.size(1)", "x.numel() >= 50000", "len(x) <= 3"])
def test_a_size_beyond_one_that_the_reference_compares_with(reference, condition):
    value = branched(reference, task(f"x.tanh() * (0.5 if {condition} else 1)", "[torch.randn(40, 64)]")).view("input.0")
    assert eval(condition, {"x": value, "len": len})


@pytest.mark.parametrize("condition", ["float(x.abs().max()) > 1e4", "x.abs().max() > 1e4", "x.std().item() < 1e-3"])
def test_values_beyond_one_that_the_reference_compares_them_with(reference, condition):
    source = task(f"x.tanh() * (0.5 if {condition} else 1)", "[torch.randn(40, 64) + 0.5]")
    assert eval(condition, {"x": branched(reference, source).view("input.0")})


def test_an_argument_and_a_counter_beyond_what_they_are_compared_with(reference):
    given = branched(reference, task("x.tanh() if n < 7 else x.relu()", "[torch.randn(40, 64), 4]", arguments="x, n"))
    assert '{"value": 7}' in given.metadata["inputs"] or '{"value": 8}' in given.metadata["inputs"]
    counted = task("x.tanh() * torch.where(self.steps.add_(1) > 10, 0.5, 1.0)", "[torch.randn(40, 64)]",
                   body="        self.register_buffer('steps', torch.zeros((), dtype=torch.int64))\n")
    assert int(branched(reference, counted).view("state.steps")) >= 10


def test_there_is_no_other_way(reference):
    assert "compares no numbers" in reason(reference, task("x.tanh()", "[torch.randn(40, 64)]"))
    assert "compares no numbers" in reason(reference, task("torch.where(x > 0, x, 0)", "[torch.randn(40, 64)]"))
    assert "no other sizes" in reason(reference, task("x.tanh() if x.dim() == 2 else x[0]", "[torch.randn(40, 64)]"))


MASKED = task("(x * m).sum() / m.sum().clamp(min=1)", "[torch.randn(40, 64), torch.rand(40, 64) > 0.3]", arguments="x, m")


def test_a_mask_that_leaves_nothing_in_where_the_reference_has_a_limit_for_that(reference):
    assert not branched(reference, MASKED).view("input.1").any()
    assert branched(reference, MASKED.replace("x * m", "x * ~m").replace("m.sum()", "(~m).sum()")).view("input.1").all()


def test_no_mask_loses_what_every_draw_of_it_has(reference):
    promised = MASKED.replace("torch.rand(40, 64) > 0.3", "(torch.rand(40, 64) > 0.3) | (torch.arange(64) == 3)")
    assert "compares no numbers" in reason(reference, promised)
    assert "compares no numbers" in reason(reference, MASKED.replace(".clamp(min=1)", ""))


def test_nothing_but_zeros_where_the_reference_asks_for_that(reference):
    source = task("x - torch.where(x.norm() > 0, x.norm() / u.norm(), 1.0) * u", "[torch.randn(40, 64), torch.randn(40, 64)]", arguments="x, u")
    given = branched(reference, source)
    assert not given.view("input.0").any() and given.view("input.1").any()


def test_a_reference_is_what_it_was_afterwards(reference):
    source = task("x.tanh() * (0.5 if x.shape[1] > 1000 else 1)", "[torch.randn(40, 64)]")
    found = prepared(reference, source, "other_branches", "zero_mean")
    value, answer = found.given("zero_mean").view("input.0"), found.expected("zero_mean").view("native.0")
    assert torch.equal(value.tanh(), answer)


def test_an_epsilon_is_reached_from_below(reference):
    source = task("torch.nn.functional.normalize(x, dim=-1)", "[torch.randn(40, 64)]")
    value = prepared(reference, source, "limits").given("limits").view("input.0")
    assert 0 < value.norm(dim=-1).max() < 1e-16


def test_masks_of_buffers_leave_some_out(reference):
    body = "        self.register_buffer('keep', torch.ones(64, dtype=torch.bool))\n"
    given = prepared(reference, task("torch.where(self.keep, x, 0)", "[torch.randn(40, 64)]", body=body)).given("original")
    keep = given.view("state.keep")
    assert keep.any() and not keep.all()


def test_flags_and_infinite_numbers_of_one_element_turn(reference):
    source = task("torch.where(f, x, -x)", "[torch.randn(40, 64), torch.tensor(True)]", arguments="x, f")
    assert not prepared(reference, source, "other_flags").given("other_flags").view("input.1")
    source = task("x.masked_fill(x > 1, v).sigmoid()", "[torch.randn(40, 64), float('-inf')]", arguments="x, v")
    assert "-inf -> -4" in prepared(reference, source, "other_numbers").messages["other_numbers"]["detail"]


def test_a_bias_is_given_where_none_is(reference):
    source = task("x @ w if b is None else x @ w + b.view(1, -1)", "[torch.randn(40, 64), torch.randn(64, 48)]", arguments="x, w, b=None")
    assert prepared(reference, source, "other_choices").shapes("other_choices")[2] == [48]

# SPDX-License-Identifier: GPL-3.0-or-later
"""References that name half precision themselves: the float64 answer has none of its roundings but those of what a kernel reads."""

import driving
import pytest
import torch
from tasks import task

from harness.task.half_casts import HalfCasts
from harness.task.reference_run import answer_double


def exact(role, source, *names, **more):
    prepared = driving.prepare(role, source, ["original", *names], **more)
    assert prepared.end["op"] == "done", prepared.end
    return prepared


def test_what_is_computed_is_not_rounded(reference):
    source = task("((x.to(torch.bfloat16) @ w.to(torch.bfloat16)).float() * s).to(torch.bfloat16)",
                  "[torch.randn(24, 40, dtype=torch.bfloat16), torch.randn(40, 56, dtype=torch.bfloat16), torch.rand(56)]", arguments="x, w, s")
    prepared = exact(reference, source)
    x, w, s = (prepared.given("original").view(f"input.{index}").double() for index in range(3))
    assert torch.allclose(prepared.expected("original").view("expected.0"), (x @ w) * s, rtol=1e-6)


def test_float8_is_as_it_comes(reference):
    source = task("(x.to(torch.bfloat16) @ x.to(torch.bfloat16).T).float()", "[torch.randn(24, 40).to(torch.float8_e4m3fn)]")
    prepared = exact(reference, source)
    x = prepared.given("original").view("input.0").double()
    assert torch.allclose(prepared.expected("original").view("expected.0"), x @ x.T, rtol=1e-6)


def test_inputs_of_more_digits_are_rounded(reference):
    prepared = exact(reference, task("x.half() @ x.half().T", "[torch.randn(24, 40)]"))
    x = prepared.given("original").view("input.0").half().double()
    assert torch.equal(prepared.expected("original").view("expected.0"), x @ x.T)


def test_a_weight_in_half_precision_beside_a_cast_does_not_fail(reference):
    source = task("x.to(torch.bfloat16) @ (self.w.to(torch.bfloat16) * self.s)", "[torch.randn(1, 64, dtype=torch.bfloat16)]",
                  body="        self.register_buffer('w', torch.randint(0, 16, (64, 48), dtype=torch.uint8))\n"
                       "        self.register_buffer('s', torch.rand(48).to(torch.bfloat16))\n")
    prepared = exact(reference, source, "new_seed", "mixed", "zero_mean")
    assert "float64 fails" not in str(prepared.messages["original"])
    assert prepared.messages["mixed"]["applicable"]


@pytest.mark.parametrize("cast", [
    lambda x: x.half(), lambda x: x.bfloat16(), lambda x: x.to(dtype=torch.float16), lambda x: x.type(torch.bfloat16),
    lambda x: x.to("cpu", torch.float16), lambda x: x.to(torch.ones(1, dtype=torch.bfloat16))])
def test_all_ways_to_cast_are_known(cast):
    with HalfCasts(list):
        assert cast(torch.full((3,), 1 / 3, dtype=torch.float64)).tolist() == [1 / 3] * 3


def test_other_casts_are_as_ever():
    x = torch.full((3,), 1 / 3, dtype=torch.float64)
    with HalfCasts(list):
        assert x.float().dtype == torch.float32 and x.to(torch.int64).tolist() == [0] * 3 and x.float().half().dtype == torch.float16
        assert x.to(torch.float8_e4m3fn).dtype == torch.float8_e4m3fn


SMOOTH = [
    ("F.gelu(x.float(), approximate='tanh').to(x.dtype)", lambda x: torch.nn.functional.gelu(x, approximate="tanh")),
    ("torch.softmax(x, -1, dtype=torch.float32).sum(0)", lambda x: torch.softmax(x, -1).sum(0)),
    ("x.to(torch.float32).mean(-1, dtype=torch.float32)", lambda x: x.mean(-1)),
]


@pytest.mark.parametrize("body, formula", SMOOTH)
def test_float32_that_is_named_rounds_nothing_of_a_smooth_formula(reference, body, formula):
    """Of values far below zero nothing is left in float32: a kernel that has more digits was refused."""
    prepared = exact(reference, task(body, "[torch.randn(24, 40) - 5]"))
    x = prepared.given("original").view("input.0").double()
    assert torch.allclose(prepared.expected("original").view("expected.0"), formula(x), rtol=1e-12, atol=0)


def test_inputs_that_are_refused_say_nothing_of_others():
    class Picky(torch.nn.Module):
        def forward(self, x):
            return torch.nn.functional.gelu(x.float(), approximate="tanh").view(4)

    model, x = Picky(), torch.full((4,), -6.0)
    with pytest.raises(RuntimeError):
        answer_double(model, [torch.ones(5)])
    assert answer_double(model, [x]).values[0].max() < 0


def test_which_of_two_is_larger_is_left_to_float32(reference):
    """Numbers that float32 has equal are apart in float64, and none of them is the first of its row any more."""
    source = task("torch.argmax(torch.sigmoid(x.float()), -1)", "[torch.rand(24, 40) + 20]")
    prepared = exact(reference, source)
    x = prepared.given("original").view("input.0")
    assert torch.equal(prepared.expected("original").view("expected.0"), torch.sigmoid(x).argmax(-1))


def test_limits_of_float32_are_its_own_where_it_is_named(reference):
    body = "(lambda h: h / (h.abs().sum(-1, keepdim=True) + torch.finfo(h.dtype).eps))(x.float())"
    prepared = exact(reference, task(body, "[1e-6 * torch.rand(24, 40).half()]"))
    x = prepared.given("original").view("input.0").double()
    expected = x / (x.sum(-1, keepdim=True) + torch.finfo(torch.float32).eps)
    assert torch.allclose(prepared.expected("original").view("expected.0"), expected, rtol=1e-4)


def test_bits_of_float32_are_its_own(reference):
    body = "(x.float().view(torch.int32) & -65536).view(torch.float32)"
    prepared = exact(reference, task(body, "[torch.randn(24, 40)]"))
    assert "float64 fails" not in str(prepared.messages["original"])
    assert torch.equal(prepared.expected("original").view("expected.0"), prepared.expected("original").view("native.0").double())


def test_what_a_cast_makes_is_a_copy(reference):
    prepared = exact(reference, task("x.float().mul_(2) + x", "[torch.randn(24, 40, dtype=torch.bfloat16)]"))
    x = prepared.given("original").view("input.0").double()
    assert torch.equal(prepared.expected("original").view("expected.0"), 3 * x)


def test_a_reference_that_needs_float32_where_it_names_it_has_it(reference):
    body = "torch.zeros(24, dtype=torch.float32).index_add(0, torch.arange(24), x.float().sum(1))"
    prepared = exact(reference, task(body, "[torch.randn(24, 40)]"))
    assert "float64 fails" not in str(prepared.messages["original"])

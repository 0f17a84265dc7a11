# SPDX-License-Identifier: GPL-3.0-or-later
"""Numbers far below zero, and sizes far beyond the task's own."""

import driving
import pytest
import torch
from tasks import task


def prepared(role, source, *names, **more):
    answer = driving.prepare(role, source, list(names), **more)
    assert answer.end["op"] == "done", answer.end
    return answer


@pytest.mark.parametrize("dtype, least, most", [("float32", -2.2e6, -5e5), ("bfloat16", -2.2e6, -5e5), ("float16", -61_000, -1.5e4)])
def test_rows_of_shares_lie_below_what_stands_for_infinity(reference, dtype, least, most):
    found = prepared(reference, task("x.softmax(-1)", f"[torch.randn(16, 300).to(torch.{dtype})]"), "far_below")
    value = found.given("far_below").view("input.0").float()
    assert value.min() > least and value.max() < most
    assert (found.expected("far_below").view("expected.0").amax(-1) > 0.999).all()  # one of each row is all there is


def test_where_no_exponential_is_taken_they_lie_beyond_a_billion(reference):
    source = task("x.masked_fill(~m, float('-inf')).amax(-1)", "[torch.randn(16, 300), torch.rand(16, 300) < 0.9]", "x, m")
    assert (prepared(reference, source, "far_below").given("far_below").view("input.0") < -1e11).all()


def test_where_the_least_is_looked_for_they_lie_above(reference):
    assert (prepared(reference, task("x.abs().add(x).amin(-1)", "[torch.randn(16, 300)]"), "far_below").given("far_below").view("input.0") > 1e11).all()


def test_scores_that_are_computed_lie_there_as_a_whole(reference):
    source = task("(q @ k.mT / 4).masked_fill(torch.ones(50, 50).triu(1).bool(), float('-inf')).softmax(-1) @ v",
                  "[torch.randn(2, 50, 16), torch.randn(2, 50, 16), torch.randn(2, 50, 16)]", "q, k, v")
    given = prepared(reference, source, "far_below").given("far_below")
    scores = given.view("input.0").double() @ given.view("input.1").double().mT / 4
    assert scores.max() < -1e4 and -1e6 < scores.min()  # within a million, which tutorials take off what is masked


MASKED = ("(q @ k.mT / 4).masked_fill(torch.ones(64, 64).triu(1).bool(), float('-inf')).softmax(-1) @ v",
          "nn.functional.scaled_dot_product_attention(q, k, v, is_causal=True)")


@pytest.mark.parametrize("answer", MASKED)
@pytest.mark.parametrize("dtype", ["float16", "float32"])
def test_scores_beside_a_mask_lie_within_a_million(reference, answer, dtype):
    """Kernels take a million off what is masked, in exponents of two."""
    source = task(answer, f"[torch.randn(4, 4, 64, 16, dtype=torch.{dtype}) for _ in range(3)]", "q, k, v")
    found = prepared(reference, source, "original", "far_below", "flat_rows", "magnitudes", "large", "peaks")
    assert found.messages["large"]["applicable"]
    for name in ("far_below", "flat_rows", "magnitudes", "large", "peaks"):
        if found.messages[name]["applicable"]:
            q, k = (found.given(name).view(f"input.{index}").double() for index in (0, 1))
            scores = (q @ k.mT / 4).masked_select(torch.ones(q.shape[-2], k.shape[-2]).tril().bool())
            assert scores.max() - scores.min() < 6.5e5, (name, scores.max() - scores.min())


@pytest.mark.parametrize("body", ["x.exp()", "x.relu()", "x.sum(-1)"])
def test_what_looks_for_no_largest_has_none(reference, body):
    assert not prepared(reference, task(body, "[torch.randn(16, 300)]"), "far_below").messages["far_below"]["applicable"]


@pytest.mark.parametrize("named, products, size", [([4096], [65536], 65541), ([4096], [], None), ([], [8192, 524288], 524293), ([300, 9000], [], 9005)])
def test_the_farthest_number_and_product_of_a_text_is_gone_beyond(reference, named, products, size):
    source = task("x.softmax(1)", "[torch.randn(40, 300)]")
    for seed in range(1, 4):
        message = prepared(reference, source, "named_0", "named_2", named=named, products=products, seed=seed).messages
        sizes = [message[name]["shapes"][0][1] for name in ("named_0", "named_2") if message[name]["applicable"]]
        assert len(sizes) == len(set(sizes)) and (size is None or max(sizes) == size), message
        assert message["named_0"]["applicable"] == bool(named)


def test_of_very_many_numbers_the_last_ones_weigh(reference):
    """Five beyond a million are nothing of a sum that leaves them out; of shares that would be all there is, they are as drawn."""
    for answer, weighs in (("x / x.norm()", True), ("x.flatten().softmax(0)", False)):
        found = prepared(reference, task(answer, "[torch.rand(8, 6, 300)]"), "named_2", products=[1 << 20])
        x = found.given("named_2").view("input.0").double()
        assert sorted(x.shape) == [1, 1, (1 << 20) + 5]
        last, rest = x.flatten()[-5:].norm(), x.flatten()[:-5].norm()
        assert bool(0.2 < last / rest < 5) == weighs, (last, rest)


def test_sizes_far_beyond_are_looked_at_without_values(reference):
    source = task("x.softmax(1)", "[torch.randn(40, 300)]")
    messages = prepared(reference, source, "original", own_launches=True, far_launches=True).messages
    (first,), (second,) = (messages[f"far_launches_{number}"]["shapes"] for number in range(2))
    assert first[1] > 1 << 17 and second[0] > 1 << 21
    assert "far_launches_0" not in prepared(reference, source, "original", own_launches=True).messages


@pytest.mark.parametrize("draw, arguments", [("[torch.randn(40, 300), torch.arange(40)]", "x, i"), ("[torch.randn(40, 300), torch.rand(40, 300) < 0.5]", "x, i")])
def test_not_where_something_is_no_floating_number(reference, draw, arguments):
    messages = prepared(reference, task("x.softmax(1)", draw, arguments), "original", far_launches=True).messages
    assert not messages["far_launches_0"]["applicable"] and not messages["far_launches_1"]["applicable"]


@pytest.mark.parametrize("draw, size", [("[torch.randn(64, 64)]", 8197), ("[torch.randn(16, 16, 16)]", 411)])
def test_of_a_square_or_a_cube_all_sides_grow(reference, draw, size):
    answer = prepared(reference, task("(x + x.mT) * 2", draw), "original", own_launches=True, far_launches=True)
    shapes = answer.messages["far_launches_0"]["shapes"]
    assert not shapes or set(shapes[0]) == {size}, answer.messages

# SPDX-License-Identifier: GPL-3.0-or-later
"""Sizes of one and of none that grow, and those that stay."""

import driving
import pytest
import torch
from tasks import task

ATTENTION = task("torch.softmax(q @ k.mT, -1) @ v", "[torch.randn(1, 4, 24, 16), torch.randn(1, 4, 40, 16), torch.randn(1, 4, 40, 16)]",
                 arguments="q, k, v")


def grown(reference, source, **more):
    prepared = driving.prepare(reference, source, ["tiny", "grown_ones"], **more)
    assert prepared.end["op"] == "done", prepared.end
    return prepared


def shapes(reference, source):
    """With those of "tiny", for comparison."""
    prepared = grown(reference, source)
    assert prepared.messages["grown_ones"]["applicable"], prepared.messages["grown_ones"]
    return prepared.shapes("tiny"), prepared.shapes("grown_ones")


def reason(reference, source):
    message = grown(reference, source).messages["grown_ones"]
    assert not message["applicable"], message
    return message["detail"]


def test_a_batch_of_one_grows_and_nothing_else(reference):
    """At the task's own sizes where those are cheap: who refuses others has to be right there."""
    _, (shape,) = shapes(reference, task("torch.softmax(x, -1)", "[torch.randn(1, 48, 100)]"))
    assert shape[0] in (2, 3, 5) and shape[1:] == [48, 100]
    (small,), (shape,) = shapes(reference, task("torch.softmax(x, -1)", "[torch.randn(1, 480, 1000)]"))
    assert shape[0] in (2, 3, 5) and shape[1:] == small[1:]


@pytest.mark.parametrize("constants, batch", [("", "1"), ("BATCH = 1\nROWS = 48\n", "BATCH")])
def test_it_grows_beside_constants_of_the_module(reference, constants, batch):
    rows = "ROWS" if constants else "48"
    _, (shape,) = shapes(reference, task("x.relu()", f"[torch.randn({batch}, {rows}, 9600)]", constants=constants))
    assert shape[0] > 1 and shape[1] < 48


def test_what_means_the_same_grows_together(reference):
    _, (query, key, value) = shapes(reference, ATTENTION)
    assert query[0] == key[0] == value[0] > 1


def test_one_axis_of_a_tensor_laid_over_another_is_as_large_as_that(reference):
    mask = task("torch.softmax(s + bias, -1)", "[torch.randn(4, 6, 32, 40), torch.randn(4, 1, 32, 40)]", arguments="s, bias")
    _, (scores, bias) = shapes(reference, mask)
    assert bias == scores


@pytest.mark.parametrize("inputs", [
    "[torch.randn(4, 6, 32, 40), torch.randn(1, 6, 1, 1)]", "[torch.randn(4, 40), torch.randn(1, 40)]",
    "[torch.randn(4, 40), torch.randn(4, 1)]", "[torch.randn(4, 40), torch.randn(1)]"])
def test_gains_of_channels_columns_and_rows_and_numbers_stay_laid_over_others(reference, inputs):
    reason(reference, task("x * gain", inputs, arguments="x, gain"))


def test_a_mask_of_rows_is_one_for_each(reference):
    source = task("(x.sum(-1, keepdim=True) * mask)", "[torch.randn(4, 30, 40), torch.rand(4, 30, 1)]", arguments="x, mask")
    assert "no size is one" in reason(reference, source)


@pytest.mark.parametrize("source", [
    task("x[0] * 2", "[torch.randn(1, 48, 100)]"),  # reads no more
    task("x.view(48, 100) * 2", "[torch.randn(1, 48, 100)]"),
    task("self.conv(x)", "[torch.randn(4, 1, 20, 24)]", body="        self.conv = nn.Conv2d(1, 6, 3)\n")])
def test_what_the_reference_reads_or_takes_no_more_of_stays(reference, source):
    assert "no more than one" in reason(reference, source)


def test_a_size_of_one_that_weights_may_have_stays(reference):
    """Of a weight for each of one channel the reference takes three channels, too."""
    source = task("x * self.gain", "[torch.randn(4, 1, 9, 48)]", body="        self.gain = nn.Parameter(torch.rand(1, 1, 1))\n")
    assert "no more than one" in reason(reference, source)
    _, (shape,) = shapes(reference, source.replace("randn(4, 1", "randn(1, 1"))
    assert shape[0] > 1 and shape[1] == 1


def test_vectors_stay_vectors(reference):
    reason(reference, task("q @ k", "[torch.randn(2, 4, 1, 100), torch.randn(2, 4, 100, 40)]", arguments="q, k"))
    reason(reference, task("x @ w", "[torch.randn(1, 100), torch.randn(100, 40)]", arguments="x, w"))


def test_a_batch_of_token_lists_grows(reference):
    _, (shape,) = shapes(reference, task("self.table(x)", "[torch.randint(0, 10, (1, 30))]", body="        self.table = nn.Embedding(10, 12)\n"))
    assert shape[0] > 1


def test_no_batch_grows_with_a_table_that_may_be_for_all_of_it(reference):
    source = task("x + table", "[torch.randn(1, 6, 40, 24), torch.randn(1, 1, 40, 24)]", arguments="x, table")
    assert "no more than one" in reason(reference, source)
    decode = ATTENTION.replace("randn(1, 4, 24, 16)", "randn(1, 4, 1, 16)")
    assert {shape[0] > 1 for shape in shapes(reference, decode)[1]} == {True}  # a query looks like the answer


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_table_of_more_axes_is_not_for_a_batch_by_chance(reference, seed):
    source = task("x[..., None] * table", "[torch.randn(2, 6, 40), torch.randn(1, 1, 40, 2)]", arguments="x, table")
    message = grown(reference, source, seed=seed).messages["grown_ones"]
    assert not message["applicable"], message


def test_what_is_empty_is_filled(reference):
    past = task("torch.cat([past, x], 1).cumsum(1)", "[torch.zeros(16, 0), torch.randn(16, 100)]", arguments="past, x")
    prepared = grown(reference, past)
    value = prepared.given("grown_ones").view("input.0")
    assert value.shape[1] in (2, 3, 5) and torch.isfinite(value).all() and value.any()


def test_there_is_nothing_to_grow(reference):
    assert "no size is one" in reason(reference, task("x * 2", "[torch.randn(16, 100)]"))

# SPDX-License-Identifier: GPL-3.0-or-later
"""What inputs and weights happen to have in common where a reference draws them, and nobody promises: judged otherwise."""

import json

import driving
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


def test_an_index_reaches_the_end_of_a_size_that_is_far_larger(reference):
    source = task("-torch.log_softmax(x, 1).gather(1, t[:, None])", "[torch.randn(40, 600), torch.randint(0, 600, (40,))]", arguments="x, t")
    given = prepared(reference, source, "far_sizes").given("far_sizes")
    assert int(given.view("input.1")[-1]) == given.view("input.0").shape[1] - 1


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

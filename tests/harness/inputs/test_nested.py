# SPDX-License-Identifier: GPL-3.0-or-later
"""Tensors in lists, tuples and dicts are inputs like all others, and lists come in other lengths."""

import json

import driving
import pytest
import torch
from tasks import task

LIST = task("1.5 * xs[0] + sum(x.abs() for x in xs[1:])", "[[torch.rand(32, 100) for _ in range(3)]]", arguments="xs")
STATE = task("torch.tanh(x + state[0] * 2 + state[1]['c'])", "[torch.randn(16, 48), (torch.zeros(16, 48), {'c': torch.zeros(16, 48), 'n': None})]",
             arguments="x, state")
AXES = task("x.pow(2).sum(dim=axes, keepdim=True)", "[torch.randn(16, 24, 20), [1, 2]]", arguments="x, axes")


def prepared(reference, source, *names):
    found = driving.prepare(reference, source, list(names))
    assert found.end["op"] == "done", found.end
    return found


def tensors(found, name):
    given = found.given(name)
    return [given.view(key) for key in sorted(given.names()) if key.startswith("input.")]


def test_they_are_given_nested_as_the_task_draws_them(reference):
    found = prepared(reference, STATE, "original")
    assert json.loads(found.given("original").metadata["inputs"]) == [
        {"tensor": "input.0"}, {"value": {"tuple": [{"tensor": "input.1"}, {"dict": [["c", {"tensor": "input.2"}], ["n", None]]}]}}]
    assert found.shapes("original") == [[16, 48]] * 3


def test_they_have_other_values_sizes_dtypes_and_layouts(reference):
    found = prepared(reference, LIST, "original", "zero_mean", "larger_dims", "other_dtype", "strided", "few_changed", "new_seed")
    assert all((value < 0).any() for value in tensors(found, "zero_mean"))
    assert len({*map(tuple, found.shapes("larger_dims"))}) == 1 and found.shapes("larger_dims")[0][0] > 32
    assert {value.dtype for value in tensors(found, "other_dtype")} == {torch.float16}
    assert set(json.loads(found.given("strided").metadata["layouts"])) == {"input.0", "input.1", "input.2"}
    for old, new in zip(tensors(found, "new_seed"), tensors(found, "few_changed")):
        assert (old != new).sum() == 1


def test_zeros_of_a_state_move(reference):
    assert all(value.any() for value in tensors(prepared(reference, STATE, "zero_mean"), "zero_mean"))


@pytest.mark.parametrize("source", [LIST, LIST.replace("xs)", "xs, ys=None)")])
def test_lists_of_tensors_are_longer_and_shorter(reference, source):
    found = prepared(reference, source, "tiny", "longer_lists", "shorter_lists")
    small, = {*map(tuple, found.shapes("tiny"))}
    assert found.shapes("longer_lists") == [list(small)] * 13 and found.shapes("shorter_lists") == [list(small)] * 2
    values = tensors(found, "longer_lists")
    assert not torch.equal(values[-1], values[-2])
    assert torch.allclose(found.expected("longer_lists").view("expected.0"),
                          1.5 * values[0].double() + sum(value.double().abs() for value in values[1:]))


def test_lists_of_numbers_are_longer_and_shorter(reference):
    found = prepared(reference, AXES, "longer_lists", "shorter_lists")
    given = [json.loads(found.given(name).metadata["inputs"])[1]["value"] for name in ("longer_lists", "shorter_lists")]
    assert given == [[1, 2, 0], [1]]


def test_lists_of_one_length_grow_together(reference):
    found = prepared(reference, task("sum(x * y for x, y in zip(xs, ys, strict=True))",
                                     "[[torch.randn(9, 10)] * 2, [torch.randn(9, 10)] * 2]", arguments="xs, ys"), "longer_lists")
    assert len(found.shapes("longer_lists")) == 22


def test_one_more_comes_where_the_reference_takes_no_more(reference):
    found = prepared(reference, task("sum(xs) if len(xs) < 5 else xs[19]", "[[torch.randn(9, 10) for _ in range(2)]]", arguments="xs"), "longer_lists")
    assert len(found.shapes("longer_lists")) == 3


def test_lists_of_pairs_grow(reference):
    source = task("sum(x * y for x, y in pairs)", "[[(torch.randn(9, 10), torch.randn(9, 10)) for _ in range(3)]]", arguments="pairs")
    assert len(prepared(reference, source, "longer_lists").shapes("longer_lists")) == 26


def test_dicts_whose_names_do_not_matter_grow_and_shrink(reference):
    source = task("sum(x.abs() for x in xs.values())", "[{'one': torch.randn(32, 100), 'two': torch.randn(32, 100)}]", arguments="xs")
    found = prepared(reference, source, "longer_lists", "shorter_lists")
    assert len(found.shapes("longer_lists")) == 11 and len(found.shapes("shorter_lists")) == 1
    assert torch.allclose(found.expected("longer_lists").view("expected.0"), sum(value.double().abs() for value in tensors(found, "longer_lists")))


@pytest.mark.parametrize("source", [
    STATE, task("xs[0] * xs[1]", "[[torch.rand(32, 100) for _ in range(2)]]", arguments="xs"),  # reads no more
    task("x * 2", "[torch.randn(16, 48)]")])
@pytest.mark.parametrize("name", ["longer_lists", "shorter_lists"])
def test_what_the_reference_counts_or_does_not_read_keeps_its_length(reference, source, name):
    assert not prepared(reference, source, name).messages[name]["applicable"]


def test_lists_of_another_length_at_each_draw_are_left_as_they_are(reference):
    found = prepared(reference, task("sum(xs)", "[[torch.randn(8, 9) for _ in range(int(torch.randint(1, 40, ())))]]", arguments="xs"),
                     "original", "new_seed")
    assert found.messages["original"]["applicable"]


def test_a_class_that_is_no_module_takes_them_too(reference):
    plain = LIST.replace("(nn.Module)", "").replace("        super().__init__()\n", "").replace("def forward", "def __call__")
    assert len(prepared(reference, plain, "larger_dims").shapes("larger_dims")) == 3


def test_module_constants_resize_them(reference):
    source = task("xs[0] + xs[1]", "[[torch.randn(ROWS, 40), torch.randn(ROWS, 40)]]", arguments="xs", constants="ROWS = 32\n")
    rows = {shape[0] for shape in prepared(reference, source, "larger_dims").shapes("larger_dims")}
    assert len(rows) == 1 and rows.pop() > 32


def test_complex_tensors_are_given_as_such_and_changed_as_pairs(reference):
    source = task("torch.view_as_real(x * z)", "[torch.randn(16, 24), torch.polar(torch.ones(24), torch.arange(24.))]", arguments="x, z")
    found = prepared(reference, source, "original", "new_seed", "few_changed", "larger_dims", "strided")
    for name in ("original", "few_changed", "larger_dims", "strided"):
        assert [value.dtype for value in tensors(found, name)] == [torch.float32, torch.complex64], name
    (_, old), (x, new) = tensors(found, "original"), tensors(found, "few_changed")
    assert 0 < (old != new).sum() <= 2
    exact = torch.view_as_real(x.double() * new)
    assert torch.allclose(found.expected("few_changed").view("expected.0"), exact)
    assert found.shapes("larger_dims")[1][0] > 24

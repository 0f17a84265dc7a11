# SPDX-License-Identifier: GPL-3.0-or-later
"""Inputs in dtypes that the task does not have."""

import driving
import pytest
import torch
from tasks import LINEAR, task

from harness.inputs import half_sums, products_apart

BY_INDEX = task("torch.tanh(table[at])", "[torch.randn(50, 64), torch.randint(0, 50, (40,))]", arguments="table, at")


def prepared(reference, source, name):
    found = driving.prepare(reference, source, ["tiny", name])
    assert found.end["op"] == "done", found.end
    return found


def reason(reference, source, name):
    message = prepared(reference, source, name).messages[name]
    assert not message["applicable"], message
    return message["detail"]


@pytest.mark.parametrize("cast, dtype", [("", torch.bfloat16), (".half()", torch.bfloat16), (".bfloat16()", torch.float16)])
def test_the_third_dtype_is_neither_the_task_s_nor_the_other_one(reference, cast, dtype):
    found = prepared(reference, task("torch.tanh(x)", f"[torch.randn(40, 60){cast}]"), "third_dtype")
    assert found.given("third_dtype").view("input.0").dtype == dtype
    assert found.expected("third_dtype").view("native.0").dtype == dtype
    (rows, columns), = found.shapes("third_dtype")
    assert rows % 2 and columns > 60  # a way of its own for half precision may take whole blocks alone, or one block
    assert (found.given("third_dtype").view("input.0") < 0).any()


def test_the_model_comes_along(reference):
    given = prepared(reference, LINEAR, "third_dtype").given("third_dtype")
    assert given.view("state.fc.weight").dtype == torch.bfloat16 and given.metadata["cast"] == "1"


@pytest.mark.parametrize("inputs, words", [
    ("[torch.randint(0, 9, (40, 60))]", "no input is floating point"), ("[torch.randn(40, 60).double()]", "no third dtype"),
    ("[torch.randn(40, 60), torch.randn(60).half()]", "several dtypes")])
def test_there_is_no_third_dtype(reference, inputs, words):
    arguments = "x, y" if "half" in inputs else "x"
    assert words in reason(reference, task("x + y" if "half" in inputs else "x * 2", inputs, arguments=arguments), "third_dtype")


def test_what_bfloat16_cannot_tell_is_left_out(reference):
    assert "badly conditioned" in reason(reference, task("torch.sin(x * 1000)", "[torch.randn(40, 60)]"), "third_dtype")


@pytest.mark.parametrize("own, other", [("int64", torch.int32), ("int32", torch.int64)])
def test_whole_numbers_of_the_other_width(reference, own, other):
    source = BY_INDEX.replace("(40,)", f"(40,), dtype=torch.{own}")
    found = prepared(reference, source, "other_integers")
    assert found.given("other_integers").view("input.1").dtype == other
    assert torch.equal(found.given("other_integers").view("input.1").long(), found.given("tiny").view("input.1").long())


def test_only_what_the_reference_takes_of_the_other_width(reference):
    source = task("torch.nn.functional.one_hot(at, 40) * x * n[:, None]", "[torch.randn(30, 40), torch.randint(0, 40, (30,)), torch.randint(1, 9, (30,))]",
                  arguments="x, at, n")
    given = prepared(reference, source, "other_integers").given("other_integers")
    assert given.view("input.1").dtype == torch.int64 and given.view("input.2").dtype == torch.int32


def test_words_of_bits_keep_their_width(reference):
    source = task("(x >> 4) & 15", "[torch.randint(-2**31, 2**31 - 1, (40, 60), dtype=torch.int32)]")
    assert "no input" in reason(reference, source, "other_integers")


def test_several_dtypes_are_told_by_the_coarsest_which_the_other_one_changes(reference):
    source = task("x + y", "[torch.randn(40, 60), torch.randn(40, 60).bfloat16()]", arguments="x, y")
    found = prepared(reference, source, "other_dtype")
    assert found.messages["tiny"]["dtype"] == "bfloat16" and found.messages["other_dtype"]["dtype"] == "float32"


@pytest.mark.parametrize("cast, name, is_judged", [("", "third_dtype", False), (".bfloat16()", "small", True)])
def test_many_numbers_at_one_place_are_not_added_up_in_a_half_precision_that_the_task_has_not(reference, cast, name, is_judged):
    """On a GPU torch adds them up one by one as well, and each sum is rounded."""
    many = "(x.abs()[:, :1] * torch.ones(1024, dtype=x.dtype)).view(-1, 1)"
    source = task(f"torch.zeros(2, 1, dtype=x.dtype).index_add(0, torch.zeros(1024 * x.shape[0], dtype=torch.long), {many})", f"[torch.randn(60, 4){cast}]")
    message = prepared(reference, source, name).messages[name]
    assert message["applicable"] == is_judged and ("one by one" in message["detail"]) != is_judged, message


def test_sums_at_one_place_are_as_a_gpu_has_them():
    at, values = torch.randint(0, 4, (2000,), generator=torch.Generator().manual_seed(1)), torch.full((2000, 3), 0.75, dtype=torch.bfloat16)
    grid = at[:, None].expand(-1, 3)
    zeros = torch.zeros(5, 3, dtype=torch.bfloat16)
    with half_sums.OneByOne() as mode:
        sums = [zeros.index_add(0, at, values), zeros.clone().index_add_(0, at, values), zeros.T.index_add(-1, at, values.T).T,
                zeros.scatter_add(0, grid, values), zeros.clone().scatter_add_(0, grid, values)]
        short = zeros.scatter_add(0, grid[:40, :2], values)
    assert mode.met and all(torch.equal(one, sums[0]) for one in sums)
    assert bool((sums[0][:4] < 300).all()) and bool((zeros.index_add(0, at, values)[:4] > 340).all())  # 0.75 is too little beside 256
    assert torch.equal(short[:, :2], zeros.index_add(0, at[:40], values[:40])[:, :2]) and not bool(short[:, 2].any())
    with half_sums.OneByOne() as mode:
        zeros.float().index_add(0, at, values.float())
    assert not mode.met


@pytest.mark.parametrize("expression, sizes", [("torch.prod(x, 1)", "40, 200"), ("torch.prod(x)[None]", "15, 21"), ("torch.cumprod(x, 1)", "40, 200")])
def test_products_that_overflow_in_some_orders_alone_are_not_asked_for(reference, expression, sizes):
    """A zero hides what is too large beside it, and is NaN times that, as the order of the numbers is."""
    found = driving.prepare(reference, task(expression, f"[torch.rand({sizes}) + 0.6]"), ["tiny", "mixed", "composed_0", "composed_1"])
    assert found.end["op"] == "done", found.end
    asked = [name for name, message in found.messages.items() if message["applicable"]]
    assert "mixed" in asked, found.messages
    for name in asked:
        values = found.given(name).view("input.0").float()
        rows = values.reshape(1, -1) if "[None]" in expression else values
        large = torch.where(rows.abs() > 1, rows, 1.0).prod(1)
        assert bool(large.isfinite().all()), name


def test_products_are_made_of_large_numbers_apart_from_small_ones():
    x = torch.tensor([[1e30, 1e30, 0.0, 3.0], [2.0, 0.5, -4.0, 0.25]])
    with products_apart.Apart() as mode:
        whole, by_row, one, so_far = x[1].prod(), x.prod(1), x.clone().cumprod_(1), x.half().clamp(-60000, 60000).prod(1)
        dim = x.cumprod(dim=0)
    assert mode.met and float(whole) == -1 and bool(by_row[0].isnan()) and float(by_row[1]) == -1
    assert bool(one[0, 2].isnan()) and torch.equal(one[1], torch.tensor([2.0, 1.0, -4.0, -1.0])) and so_far.dtype == torch.float16 and float(so_far[0]) == 0
    assert dim.shape == x.shape
    with products_apart.Apart() as mode:
        torch.arange(3).prod()
    assert not mode.met

# SPDX-License-Identifier: GPL-3.0-or-later
"""Inputs in dtypes that the task does not have."""

import driving
import pytest
import torch
from tasks import LINEAR, task

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

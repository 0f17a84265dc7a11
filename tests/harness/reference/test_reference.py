# SPDX-License-Identifier: GPL-3.0-or-later
"""References: what every input variant holds, and which dimensions may change."""

import json

import driving
import pytest
import torch
from tasks import (BATCH_NORM, BOUND, BROADCAST, CONSTANTS, CONV, DERIVED, EMBEDDING, FIXED, GATHER,
                   INTEGERS, LINEAR, MATMUL, SQUARE, task)


@pytest.mark.parametrize("source, tiny, larger", [
    # The batch may change, the width carries the weights.
    (LINEAR, [[8, 64]], [[43, 64]]),
    # Batch, height and width, never the channels.
    (CONV, [[2, 8, 5, 7]], [[5, 8, 27, 33]]),
    # Batch and channels are both 16: only the batch moves. Powers of two stay powers of two.
    (BATCH_NORM, [[8, 16, 5, 7]], [[21, 16, 13, 17]]),
    # Equal sizes change together.
    (BROADCAST, [[5, 7], [7], [5, 1]], [[17, 49], [49], [17, 1]]),
    (MATMUL, [[5, 7], [7, 9]], [[33, 53], [53, 75]]),
    (SQUARE, [[8, 8], [8, 8]], [[43, 43], [43, 43]]),
    # By the module's own constant; WIDTH also sizes the layer and stays.
    (CONSTANTS, [[8, 32]], [[21, 32]]),
    (DERIVED, [[10, 8]], [[54, 8]]),
    (INTEGERS, [[5, 7], [5, 7]], [[9, 67], [9, 67]]),
    (EMBEDDING, [[5, 7]], [[9, 41]]),
], ids=["linear", "conv", "batch_norm", "broadcast", "matmul", "square", "constants", "derived",
        "integers", "embedding"])
def test_which_dimensions_change(reference, source, tiny, larger):
    prepared = driving.prepare(reference, source)
    assert prepared.end["op"] == "done", prepared.end
    assert prepared.shapes("tiny") == tiny
    assert prepared.shapes("larger_dims") == larger
    assert prepared.shapes("original") == [
        list(shape) for shape in prepared.shapes("new_seed")]


def test_a_refused_change_is_not_applicable_with_a_reason(reference):
    prepared = driving.prepare(reference, FIXED)
    for variant in ("tiny", "larger_dims"):
        message = prepared.messages[variant]
        assert not message["applicable"] and "accepts no" in message["detail"]
        assert prepared.fds[variant] == {}


def test_a_constant_that_the_model_reads_itself_does_not_change(reference):
    prepared = driving.prepare(reference, BOUND)
    assert prepared.shapes("tiny") == [[16, 8]] and prepared.shapes("larger_dims") == [[16, 43]]


@pytest.mark.parametrize("answer, form, count, computed", [
    ("x", "tensor", 1, [0]),
    ("torch.complex(x, x), x.to(torch.complex64)", ["complex", "complex"], 2, [0, 1]),
    ("x, (x.sum(), x.shape[0])", ["tensor", ["tensor", "number"]], 3, [0, 1]),
    ("{'y': torch.arange(9).repeat(2), 'more': [None, x.clone(), torch.arange(9) + 1]}",
     {"y": "tensor", "more": [None, "tensor", "tensor"]}, 3, [1, 2]),
])
def test_how_an_answer_lies_and_what_of_it_is_computed(reference, answer, form, count, computed):
    prepared = driving.prepare(reference, f"""
import torch

class Model(torch.nn.Module):
    def forward(self, x):
        x = x * 2
        return {answer}

def get_inputs():
    return [torch.randn(3, 5)]

def get_init_inputs():
    return []
""", variants=["original"])
    assert prepared.end["op"] == "done", prepared.end
    metadata = prepared.given("original").metadata
    assert (json.loads(metadata["form"]), metadata["module"]) == (form, "1")
    assert json.loads(metadata["computed"]) == computed
    assert prepared.messages["original"]["outputs"] == count
    expected = prepared.expected("original")
    assert expected.view("native.0").shape == ((3, 5, 2) if "complex" in answer else expected.view("expected.0").shape)


@pytest.mark.parametrize("dtype", ["float8_e4m3fn", "float8_e5m2"])
def test_answers_in_eight_bits_are_examined_like_others(reference, dtype):
    prepared = driving.prepare(reference, f"""
import torch

class Model(torch.nn.Module):
    def forward(self, x):
        return (x * 2).to(torch.{dtype})

def get_inputs():
    return [torch.randn(16, 24)]

def get_init_inputs():
    return []
""")
    assert prepared.end["op"] == "done", prepared.end
    refused = {name: message["detail"] for name, message in prepared.messages.items()
               if not message["applicable"]}
    assert len(prepared.messages) > 3 and not refused


def test_gathered_indices_stay_legal(reference):
    prepared = driving.prepare(reference, GATHER)
    assert prepared.end["op"] == "done"
    for variant in ("tiny", "larger_dims"):
        if prepared.messages[variant]["applicable"]:
            given = prepared.given(variant)
            assert given.view("input.1").max() < given.view("input.0").shape[1]


def test_values_are_doubled_and_integers_are_not(reference):
    source = task("x * k", "[torch.randn(4, 9), torch.randint(1, 5, (9,))]", arguments="x, k")
    prepared = driving.prepare(reference, source)
    one, two = prepared.given("original"), prepared.given("values_x2")
    assert torch.equal(one.view("input.0") * 2, two.view("input.0"))
    assert torch.equal(one.view("input.1"), two.view("input.1"))


def test_integer_tasks_have_no_other_values_and_no_other_dtype(reference):
    prepared = driving.prepare(reference, INTEGERS)
    for variant in ("values_x2", "other_dtype"):
        assert prepared.messages[variant]["detail"] == "no input is floating point"
    assert prepared.expected("original").view("expected.0").dtype == torch.int64


def test_new_seed_has_other_inputs_and_other_weights(reference):
    prepared = driving.prepare(reference, LINEAR)
    one, two = prepared.given("original"), prepared.given("new_seed")
    assert not torch.equal(one.view("input.0"), two.view("input.0"))
    assert not torch.equal(one.view("state.fc.weight"), two.view("state.fc.weight"))
    assert one.metadata["init_seed"] != two.metadata["init_seed"]
    assert json.loads(one.metadata["init"]) == {"args": [64], "kwargs": {}}


def test_equal_seeds_give_equal_bytes_and_others_do_not(reference):
    first, again, other = (driving.prepare(reference, LINEAR, seed=seed) for seed in (3, 3, 4))
    assert torch.equal(first.given("larger_dims").view("input.0"),
                       again.given("larger_dims").view("input.0"))
    assert not torch.equal(first.given("original").view("input.0"),
                           other.given("original").view("input.0"))


def test_expected_is_the_fp64_answer_of_the_same_weights(reference):
    prepared = driving.prepare(reference, LINEAR)
    given, expected = prepared.given("original"), prepared.expected("original")
    wide = torch.nn.functional.linear(given.view("input.0").double(),
                                      given.view("state.fc.weight").double(),
                                      given.view("state.fc.bias").double())
    assert expected.view("expected.0").dtype == torch.float64
    assert (expected.view("expected.0") - wide).abs().max() < 1e-13
    assert expected.view("native.0").dtype == torch.float32


def test_other_dtype_is_half_never_bfloat16(reference):
    prepared = driving.prepare(reference, LINEAR)
    given, expected = prepared.given("other_dtype"), prepared.expected("other_dtype")
    assert given.view("input.0").dtype == given.view("state.fc.weight").dtype == torch.float16
    assert expected.view("native.0").dtype == torch.float16
    assert given.metadata["dtype"] == "float16"
    half = task("x.exp()", "[torch.randn(4, 9).half()]")
    assert driving.prepare(reference, half).messages["other_dtype"]["dtype"] == "float32"


def test_half_precision_that_overflows_in_torch_is_not_applicable(reference):
    source = task("x * x", "[torch.rand(4, 9) * 1000]")
    message = driving.prepare(reference, source).messages["other_dtype"]
    assert not message["applicable"] and "overflows" in message["detail"]


def test_constant_parameters_are_moved(reference):
    prepared = driving.prepare(reference, BATCH_NORM)
    given = prepared.given("original")
    for name in ("weight", "bias", "running_mean", "running_var"):
        value = given.view(f"state.norm.{name}")
        assert value.std() > 0.01, name
    assert (given.view("state.norm.running_var") > 0).all()


def test_dropout_is_judged_in_eval_mode_and_batch_norm_in_train_mode(reference):
    dropout = task("F.dropout(x, 0.5, self.training)", "[torch.randn(8, 9)]")
    prepared = driving.prepare(reference, dropout)
    assert prepared.end["deterministic"]
    assert prepared.given("original").metadata["train_mode"] == "0"
    assert driving.prepare(reference, BATCH_NORM).given("original").metadata["train_mode"] == "1"


def test_randomness_that_cannot_be_switched_off_is_reported(reference):
    source = task("x + torch.rand_like(x)", "[torch.randn(8, 9)]")
    prepared = driving.prepare(reference, source)
    assert prepared.end["op"] == "done" and not prepared.end["deterministic"]


def test_in_place_references_name_alias_and_mutation(reference):
    source = task("x.mul_(2)", "[torch.randn(8, 9)]")
    expected = driving.prepare(reference, source).expected("original")
    assert expected.metadata["aliases"] == "[0]"
    assert expected.metadata["effects"] == '{"input.0": "required"}'
    plain = driving.prepare(reference, LINEAR).expected("original")
    assert plain.metadata["aliases"] == "[]" and plain.metadata["effects"] == "{}"


def test_what_shares_memory_in_the_reference_may_share_it(reference):
    for answer, shared in (("(x * 2, x)", "[1]"), ("(x * 2, x.clone())", "[]"), ("(lambda y: (y, y))(x * 2)", "[0, 1]")):
        prepared = driving.prepare(reference, task(answer, "[torch.randn(8, 9)]"))
        assert prepared.given("original").metadata["shared"] == shared, answer


def test_several_outputs_and_scalar_arguments(reference):
    source = task("(x * s, {'m': x.mean(), 'flag': n > 1})", "[torch.randn(8, 9), 2.5, 3]",
                  arguments="x, s, n")
    prepared = driving.prepare(reference, source)
    assert json.loads(prepared.given("original").metadata["inputs"]) == [
        {"tensor": "input.0"}, {"value": 2.5}, {"value": 3}]
    expected = prepared.expected("original")
    assert expected.metadata["outputs"] == "tuple"
    assert prepared.messages["original"]["outputs"] == 3
    assert expected.view("native.2").dtype == torch.bool


@pytest.mark.parametrize("init, given", [
    ("[[3], {'scale': 2.0}]", {"args": [3], "kwargs": {"scale": 2.0}}),
    ("{'n': 3}", {"args": [], "kwargs": {"n": 3}}),
    ("[(3, 4)]", {"args": [{"tuple": [3, 4]}], "kwargs": {}}),
    ("[torch.ones(3)]", {"args": [{"tensor": "init.0"}], "kwargs": {}}),
])
def test_forms_of_constructor_arguments(reference, init, given):
    source = task("x * 2", "[torch.randn(4, 5)]", parameters=", n, scale=1.0", init=init)
    prepared = driving.prepare(reference, source)
    assert json.loads(prepared.given("original").metadata["init"]) == given


@pytest.mark.parametrize("source, code, words, line", [
    ("import nothing_like_this\n", "reference_error", "nothing_like_this", 1),
    ("class Model:\n    pass\n", "reference_error", "get_inputs", 0),
    ("def get_inputs():\n    return []\n", "reference_error", "Model", 0),
    (task("x @ x", "[torch.randn(3, 4)]"), "reference_error", "forward", 11),
    (task("x", "[torch.randn(1 << 20, 1 << 20)]"), "task_too_large", "elements", 0),
    (task("None", "[torch.randn(3, 4)]"), "reference_error", "forward of the reference returns None; is its return missing?", 0),
    (task("'text'", "[torch.randn(3, 4)]"), "reference_error", "forward of the reference: an output of type str", 0),
    (task("x", "[torch.randn(3, 4)]", init="None"), "reference_error", "get_init_inputs() returns None", 0),
    (task("x", "torch.randn(3, 4)"), "reference_error", "get_inputs() must return a list, got Tensor", 0),
    ("import sys\nsys.exit(0)\n", "reference_error", "sys.exit", 2),
    ("def f(:\n", "reference_error", "SyntaxError", 1),
])
def test_references_that_cannot_be_used(reference, source, code, words, line):
    end = driving.prepare(reference, source).end
    assert end["op"] == "error" and end["code"] == code, end
    assert words in end["message"]
    assert end["line"] == line


@pytest.mark.parametrize("answer, moves", [
    ("torch.roll(x.flip(0), 5, dims=1).t().contiguous()", "1"), ("x.flip(0) * 1", "1"),
    ("torch.cat([x, torch.relu(x)])", "0"),
    # Whatever an operator is called: elements end up elsewhere, or they do not.
    ("F.interpolate(x[None, None], scale_factor=2)", "1"), ("torch.tril(x)", "1"), ("x[:, [3, 1, 0]]", "1"),
    ("x.sort(-1)[0]", "0"), ("F.max_pool1d(x, 2)", "0"), ("x.abs()", "0"), ("torch.minimum(x, x.flip(0))", "0"),
    ("x.round()", "0"),
])
def test_it_says_of_a_task_that_it_only_moves_data(reference, answer, moves):
    prepared = driving.prepare(reference, task(answer, "[torch.rand(20, 70)]"), ["original"])
    assert prepared.given("original").metadata["moves_only"] == moves


def test_what_asks_for_zeros_alone_moves_no_data(reference):
    """Of numbers none of which is zero every one stays."""
    filled = task("torch.where((x == 0) & ((x == 0).int().cumsum(0) <= 2), 1, x)", "[(torch.rand(20, 6) < 0.3).int()]")
    kept = task("torch.where(x > -5, x, 1)", "[(torch.rand(20, 6) < 0.3).int()]")
    assert [driving.prepare(reference, source, ["original"]).given("original").metadata["moves_only"] for source in (filled, kept)] == ["0", "1"]


@pytest.mark.parametrize("answer, partly", [
    ("torch.cat([F.interpolate(x[None, None], scale_factor=2), torch.relu(F.interpolate(x[None, None], scale_factor=2))])", "1"),
    ("torch.cat([torch.tril(x), x * 2])", "1"), ("torch.cat([x[:, [3, 1, 0, 2] * 10], torch.softmax(x, -1)[:, :40]])", "1"),
    # What lays out or joins is no operator of its own.
    ("torch.cat([x.t().contiguous(), torch.relu(x).t()])", "0"), ("torch.cat([x, torch.relu(x)])", "0"), ("x * 1 + 1", "0"),
    ("torch.softmax(x, -1) + x[0, [1]]", "0"), ("torch.roll(x, 5)", "0"), ("F.interpolate(x[None, None], scale_factor=2)", "0"),
])
def test_it_says_of_a_task_that_a_part_of_it_only_moves_data(reference, answer, partly):
    prepared = driving.prepare(reference, task(answer, "[torch.rand(20, 70)]"), ["original"])
    assert prepared.given("original").metadata["moves_partly"] == partly


@pytest.mark.parametrize("answer, makes", [
    ("torch.arange(x.shape[0]).float().sin()", "1"), ("torch.arange(x.shape[0]).float().sin() * x[:, 0]", "0"),
    ("x * 2", "0"), ("torch.tril(x)", "0"),
])
def test_it_says_of_a_task_that_its_answer_hangs_on_no_value(reference, answer, makes):
    prepared = driving.prepare(reference, task(answer, "[torch.rand(20, 70)]"), ["original"])
    assert prepared.given("original").metadata["makes_only"] == makes


ON_CUDA = """import torch

class Model(torch.nn.Module):
    def __init__(self, size):
        super().__init__()
        self.weight = torch.nn.Parameter(torch.randn(size, device="cuda"))
        self.norm = torch.nn.LayerNorm(size).to("cuda:0")

    def forward(self, x):
        return self.norm(x.cuda()) * self.weight + torch.ones(x.shape[-1], device=x.device)

def get_inputs():
    return [torch.randn(16, 64, device=torch.device("cuda"))]

def get_init_inputs():
    return [64]
"""


def test_a_reference_written_for_a_gpu_is_run_where_there_is_none(reference):
    prepared = driving.prepare(reference, ON_CUDA)
    assert prepared.end["op"] == "done", prepared.end
    assert prepared.shapes("original") == [[16, 64]] and prepared.shapes("tiny") == [[8, 64]]


def test_a_draw_that_leaves_nothing_to_answer_is_drawn_anew(reference):
    """Half of the draws of this mask let nothing through; a bias that nothing masks, and a task without another answer, stay as drawn."""
    masked = task("torch.where(m[:, None], x, torch.zeros(()))", "[torch.randn(4, 6), torch.rand(4) < 0.16]", arguments="x, m")
    counts = [int(driving.prepare(reference, masked, ["original"], seed=seed).given("original").view("input.1").sum()) for seed in range(12)]
    assert min(counts) > 0
    beside = masked.replace("torch.zeros(())", "x + 1")
    counts = [int(driving.prepare(reference, beside, ["original"], seed=seed).given("original").view("input.1").sum()) for seed in range(12)]
    assert min(counts) == 0 < max(counts)
    prepared = driving.prepare(reference, task("torch.ones(x.shape)", "[torch.randn(4, 6)]"), ["original"])
    assert prepared.messages["original"]["applicable"]

# SPDX-License-Identifier: GPL-3.0-or-later
"""What is wrong with tasks: one of each kind, and right ones that nothing is said against."""

import contextlib
import os

import driving
import pytest
from tasks import BATCH_NORM, CONV, EMBEDDING, GATHER, INTEGERS, LINEAR, MATMUL, task


def inspect(role, source, **more):
    with contextlib.ExitStack() as stack:
        fd = driving.memfd(source)
        stack.callback(os.close, fd)
        job = role.start({"op": "inspect", "entry_point": "Model", "seed": 5, "shrink": True,
                          **more}, source=fd)
        stack.callback(job.finish)
        return job.receive()[0]


def findings(role, source):
    message = inspect(role, source)
    assert message["op"] == "report", message
    return {item["code"]: item for item in message["findings"]}


SOFTMAX = task("torch.softmax(x, 1)", "[torch.randn(20, 30)]")
MEAN = task("x.mean(1)", "[torch.randn(20, 900)]")
LOSS = task("F.cross_entropy(x, y)", "[torch.randn(20, 30) * 4, torch.randint(0, 30, (20,))]",
            arguments="x, y")
DROPOUT = task("F.dropout(self.fc(x), 0.5, self.training)", "[torch.randn(8, 9)]",
               body="        self.fc = nn.Linear(9, 7)\n")
TRIANGULAR = task("torch.tril(a @ b)",
                  "[torch.tril(torch.randn(24, 24)), torch.tril(torch.randn(24, 24))]",
                  arguments="a, b")
ARGMAX = task("torch.argmax(x, 1)", "[torch.randn(40, 30)]")
SMALL_SHARE = task("x + y", "[torch.randn(20, 30), torch.randn(20, 30) * 0.1]", arguments="x, y")
SCALAR_ARGUMENT = task("x * s", "[torch.randn(20, 30), 2.5]", arguments="x, s")


@pytest.mark.parametrize("source", [
    LINEAR, MATMUL, CONV, BATCH_NORM, EMBEDDING, INTEGERS, GATHER, SOFTMAX, MEAN, LOSS, DROPOUT,
    TRIANGULAR, ARGMAX, SMALL_SHARE, SCALAR_ARGUMENT,
], ids=["linear", "matmul", "conv", "batch_norm", "embedding", "integers", "gather", "softmax",
        "mean", "loss", "dropout", "triangular", "argmax", "small_share", "scalar_argument"])
def test_right_tasks_are_good(reference, source):
    assert findings(reference, source) == {}


ZERO = task("torch.relu(-x.abs() - 1)", "[torch.randn(20, 30)]")
FAINT = task("x * 1e-3", "[torch.rand(20, 30)]")
ONES = task("torch.softmax(x.sum(1, keepdim=True), 1)", "[torch.randn(20, 30)]")
NEARLY_ONES = task("1 + 1e-3 * x", "[torch.rand(20, 30)]")
SAME_ROWS = task("x.mean(0, keepdim=True).expand(20, 30) * 1.0", "[torch.randn(20, 30)]")
IDLE_INPUT = task("x * 2 + 0 * y", "[torch.randn(20, 30), torch.randn(20, 30)]", arguments="x, y")
IDLE_WEIGHTS = task("x * 2 + 0 * self.fc(x)", "[torch.randn(20, 9)]",
                    body="        self.fc = nn.Linear(9, 9)\n")
RANDOM = task("x + torch.rand_like(x)", "[torch.randn(20, 30)]")
COUNTER = task("x + next(self.numbers)", "[torch.randn(20, 30)]",
               body="        import itertools\n        self.numbers = itertools.count(1)\n")
COPY = task("x.clone()", "[torch.randn(20, 30)]")
NOT_FINITE = task("torch.log(x - 2)", "[torch.rand(20, 30)]")
FIXED_INPUTS = task("x * 2", "[torch.arange(1.0, 31.0)]")


@pytest.mark.parametrize("source, code", [
    (ZERO, "output_near_zero"),
    (ONES, "constant_over_seeds"),
    (SAME_ROWS, "constant_along_axis"),
    (IDLE_INPUT, "input_without_effect"),
    (IDLE_WEIGHTS, "weight_without_effect"),
    (RANDOM, "nondeterministic"),
    (COUNTER, "nondeterministic"),
    (COPY, "output_is_input"),
    (NOT_FINITE, "not_finite"),
], ids=["zero", "ones", "same_rows", "idle_input", "idle_weights", "random",
        "counter", "copy", "not_finite"])
def test_broken_tasks_are_filtered_with_the_reason(reference, source, code):
    found = findings(reference, source)
    assert code in found and found[code]["filters"], found
    assert found[code]["detail"]


@pytest.mark.parametrize("source, code", [
    (FAINT, "output_near_zero"),
    (NEARLY_ONES, "constant_over_seeds"),
], ids=["faint", "nearly_ones"])
def test_what_only_a_loose_tolerance_misses_is_weak(reference, source, code):
    found = findings(reference, source)
    assert code in found and not any(item["filters"] for item in found.values()), found
    assert 1e-4 < found[code]["measured"] < 1e-2


def test_reasons_name_the_axis_the_input_and_the_weight(reference):
    assert "axis 0 of [20, 30]" in findings(reference, SAME_ROWS)["constant_along_axis"]["detail"]
    assert "input 1 of" in findings(reference, IDLE_INPUT)["input_without_effect"]["detail"]
    detail = findings(reference, IDLE_WEIGHTS)["weight_without_effect"]["detail"]
    assert "fc.weight, fc.bias" in detail and "100.0%" in detail


def test_a_bias_in_front_of_a_normalisation_is_a_weakness_only(reference):
    source = task("self.norm(self.fc(x))", "[torch.randn(16, 9)]",
                  body="        self.fc = nn.Linear(9, 12)\n"
                       "        self.norm = nn.BatchNorm1d(12)\n")
    found = findings(reference, source)
    assert list(found) == ["weight_without_effect"], found
    assert not found["weight_without_effect"]["filters"]
    assert "fc.bias" in found["weight_without_effect"]["detail"]


def test_relu_of_positive_numbers_is_weak_for_the_judge_has_negative_ones(reference):
    found = findings(reference, task("torch.relu(x)", "[torch.rand(20, 30)]"))
    assert list(found) == ["output_is_input"] and not found["output_is_input"]["filters"]
    assert "mean zero" in found["output_is_input"]["detail"]


def test_inputs_that_are_always_the_same_are_weak_for_the_judge_draws_others(reference):
    found = findings(reference, FIXED_INPUTS)
    assert list(found) == ["constant_over_seeds"]
    assert found["constant_over_seeds"]["measured"] == 0
    assert not found["constant_over_seeds"]["filters"]


def test_a_large_task_is_inspected_on_smaller_shapes(reference):
    message = inspect(reference, task("torch.exp(x)", "[torch.rand(N, N)]",
                                      constants="N = 1 << 15\n"))
    assert message["op"] == "report" and message["findings"] == []
    assert message["shapes"] == [[512, 512]] and "smaller shapes" in message["smaller"]


def test_a_broken_reference_is_an_error_not_a_report(reference):
    message = inspect(reference, "import nothing_like_this\n")
    assert (message["op"], message["code"]) == ("error", "reference_error")

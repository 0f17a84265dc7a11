# SPDX-License-Identifier: GPL-3.0-or-later
"""What a reference does beside its answer, and whether a candidate must do it, too."""

import json

import driving
import pytest
import torch
from tasks import BATCH_NORM, LINEAR, task

CACHE = task("put(cache, line).sum(dim=1)", "[torch.randn(6, 4, 8), torch.randn(6, 8)]",
             arguments="cache, line", constants="""
def put(cache, line):
    cache[:, 0] = line
    return cache
""")
MASKED = task("put(cache, line, slots)", "[torch.zeros(6, 8), torch.randn(4, 8), torch.tensor([3, -1, 0, 5])]",
              arguments="cache, line, slots", constants="""
def put(cache, line, slots):
    cache[slots[slots >= 0]] = line[slots >= 0]
    return cache
""")
COUNTER = """import torch

class Model(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("mean", torch.zeros(8))
        self.register_buffer("seen", torch.zeros(8))
        self.register_buffer("calls", torch.tensor(0))

    def forward(self, x):
        y = x - self.mean
        self.mean.mul_(0.5).add_(0.5 * x.mean(0))
        self.seen.copy_(x.amax(0))
        self.calls += 1
        return y

def get_inputs():
    return [torch.randn(6, 8)]
"""
MAXIMUM = COUNTER.replace("self.mean.mul_(0.5).add_(0.5 * x.mean(0))",
                          "self.mean.copy_(torch.maximum(self.mean, x.amax(0)))") \
    .replace("y = x - self.mean", "y = torch.maximum(self.mean, x)")
CANDIDATE = driving.HEAD + """@triton.jit
def sums(cache, line, y, n, steps, WRITE: tl.constexpr, FACTOR: tl.constexpr, B: tl.constexpr):
    row = tl.program_id(0)
    at = tl.arange(0, B)
    new = tl.load(line + row * n + at, mask=at < n, other=0.0)
    total = new
    for step in range(1, steps):
        total += tl.load(cache + (row * steps + step) * n + at, mask=at < n, other=0.0)
    tl.store(y + row * n + at, total, mask=at < n)
    if WRITE:
        tl.store(cache + row * steps * n + at, new * FACTOR, mask=at < n)


class ModelNew(torch.nn.Module):
    def forward(self, cache, line):
        y = torch.empty_like(line)
        sums[(line.shape[0],)](cache, line, y, line.shape[1], cache.shape[1], WRITE=True,
                               FACTOR=1.0, B=16)
        return y
"""


def levels(role, source, variant="original"):
    """{name: level} and the expected bundle."""
    expected = driving.prepare(role, source, [variant]).expected(variant)
    return json.loads(expected.metadata["effects"]), expected


def test_running_statistics_are_flagged_and_a_counter_is_free(reference):
    found, expected = levels(reference, BATCH_NORM)
    assert found == {"state.norm.running_mean": "flagged", "state.norm.running_var": "flagged",
                     "state.norm.num_batches_tracked": "free"}
    assert expected.view("effect.state.norm.running_mean").dtype == torch.float64
    assert expected.view("effect_native.state.norm.running_mean").dtype == torch.float32
    assert levels(reference, LINEAR)[0] == {}


@pytest.mark.parametrize("source", [COUNTER, MAXIMUM])
def test_state_that_the_next_forward_reads_is_required(reference, source):
    """A maximum over forwards shows with other inputs only."""
    found, _ = levels(reference, source)
    assert found == {"state.mean": "required", "state.seen": "flagged", "state.calls": "free"}


def test_a_changed_input_is_required_wherever_it_is(reference):
    found, expected = levels(reference, CACHE)
    assert found == {"input.0": "required"}
    values = driving.prepare(reference, CACHE, ["original"]).given("original")
    wide = expected.view("effect.input.0")
    assert torch.equal(wide[:, 0], values.view("input.1").double())
    assert torch.equal(wide[:, 1:], values.view("input.0")[:, 1:].double())
    nested = task("x[1].mul_(2)", "[[torch.randn(8, 9), torch.randn(8, 9)]]")
    assert levels(reference, nested)[0] == {"input.1": "required"}


@pytest.mark.parametrize("change, code", [
    (("", ""), "ok"), (("WRITE=True", "WRITE=False"), "missing_effect"),
    (("FACTOR=1.0", "FACTOR=2.0"), "wrong_values"),
    (("tl.store(cache + row", "tl.store(line + row"), "mutated_input"),
])
def test_a_candidate_must_leave_inputs_as_the_reference_does(roles, reference, change, code):
    prepared = driving.prepare(reference, CACHE, ["original"])
    text = CANDIDATE.replace(*change)
    if code == "mutated_input":
        text = text.replace("* steps * n + at, new *", "* n + at, 2 + new *")
    (answer, output), = driving.run_candidate(
        roles, text, [("original", prepared.fds["original"]["given"])])
    assert driving.compare(answer, output, prepared.expected("original")) == code, answer


def test_what_is_counted_beforehand_leaves_the_inputs_as_drawn(reference):
    """How many elements a mask takes no meta device tells: the forward that counts its work has real values."""
    prepared = driving.prepare(reference, MASKED, ["original"], shrink=True)
    assert not prepared.given("original").view("input.0").any()
    assert prepared.expected("original").view("effect.input.0").any()

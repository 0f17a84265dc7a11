# SPDX-License-Identifier: GPL-3.0-or-later
"""What a reference computes step by step, and what each launch of a candidate stored."""

import json
import os

import driving
import torch

from harness.shared import bundle

REFERENCE = """
import torch
import torch.nn.functional as F

class Model(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = torch.nn.Linear(16, 8)

    def forward(self, x):
        h = F.silu(self.linear(x)) * 2.0
        return torch.softmax(h + 1.0, dim=-1)

def get_inputs():
    return [torch.randn(4, 16)]

def get_init_inputs():
    return []
"""
LINES = REFERENCE.split("\n")


def steps_of(role, source, variant="original"):
    fd = driving.memfd(source)
    job = role.start({"op": "steps", "entry_point": "Model", "seed": 3, "variants": [variant]},
                     source=fd)
    os.close(fd)
    message, fds = job.receive()
    job.finish()
    assert message["op"] == "steps", message
    return bundle.Bundle(fds["steps"])


def test_operations_have_their_expressions(reference):
    steps = json.loads(steps_of(reference, REFERENCE).metadata["steps"])
    words = [(step["op"], LINES[step["line"] - 1][step["column"]:step["end_column"]])
             for step in steps if not step["moves"]]
    assert words == [("linear", "self.linear(x)"), ("silu", "F.silu(self.linear(x))"),
                     ("mul", "F.silu(self.linear(x)) * 2.0"), ("add", "h + 1.0"),
                     ("softmax", "torch.softmax(h + 1.0, dim=-1)")]


def test_operations_know_whose_results_they_take(reference):
    answer = steps_of(reference, REFERENCE)
    steps = json.loads(answer.metadata["steps"])
    assert [step["inputs"] for step in steps] == [[], [0], [1], [2], [3]]
    assert json.loads(answer.metadata["outputs"]) == [4]


def test_results_are_those_of_float64(reference):
    answer = steps_of(reference, REFERENCE)
    scaled, moved, output = (answer.view(f"step.{n}") for n in (2, 3, 4))
    assert scaled.dtype == torch.float64
    assert torch.equal(moved, scaled + 1.0)
    assert torch.equal(output, torch.softmax(moved, dim=-1))


CANDIDATE = driving.HEAD + """
@triton.jit
def double_it(x, y, n, B: tl.constexpr):
    at = tl.program_id(0) * B + tl.arange(0, B)
    value = tl.load(x + at, mask=at < n, other=0.0)
    tl.store(y + at, value * 2.0, mask=at < n)

class ModelNew(torch.nn.Module):
    def forward(self, x):
        y, z = torch.empty_like(x), torch.empty_like(x)
        double_it[(1,)](x, y, x.numel(), B=64)
        double_it[(1,)](y, z, x.numel(), B=64)
        return z
"""
LAUNCH = CANDIDATE[:CANDIDATE.index("double_it[(1,)](x")].count("\n") + 1


def values_of(roles, source, x):
    candidate = driving.Candidate(roles, source)
    assert candidate.static()["passed"]
    output = driving.memfd()
    given = driving.given(x)
    message = {"variant": "original", "mode": "run", "again": False}
    candidate.host.channel.send({"op": "forward", **message})
    candidate.device.channel.send({"op": "input", **message, "links": True,
                                   "fds": ["given", "output"]}, [given, output])
    answer, fds = candidate.device.receive()
    assert answer["ok"], answer
    return bundle.Bundle(fds["links"])


def test_each_launch_shows_what_it_stored(roles):
    x = torch.randn(5, 7)
    values = values_of(roles, CANDIDATE, x)
    launches = json.loads(values.metadata["launches"])
    assert [(launch["kernel"], launch["launch_line"], launch["written"], launch["reads"])
            for launch in launches] == [("double_it", LAUNCH, ["y"], []),
                                        ("double_it", LAUNCH + 1, ["y"], [0])]
    assert torch.equal(values.view("launch.0.0"), 2 * x)
    assert torch.equal(values.view("launch.1.0"), 4 * x)
    assert json.loads(values.metadata["outputs"]) == [1]


def test_nothing_is_copied_unasked(roles):
    candidate = driving.Candidate(roles, CANDIDATE)
    assert candidate.static()["passed"]
    output = driving.memfd()
    answer, fds = candidate.forward("run", "original", driving.given(torch.randn(5, 7)), output)
    assert answer["ok"] and "links" not in fds

# SPDX-License-Identifier: GPL-3.0-or-later
"""CUDA graphs that a candidate captures: what is asked for meanwhile is done at each replay, and not before."""

import driving
import pytest
import torch
from driving import given

X = torch.arange(1.0, 513.0).reshape(8, 64)
MODEL = '''
@triton.jit
def add(x, y, n, B: tl.constexpr):
    at = tl.program_id(0) * B + tl.arange(0, B)
    tl.store(y + at, tl.load(y + at, mask=at < n) + tl.load(x + at, mask=at < n), mask=at < n)


tuned = triton.autotune([triton.Config({"B": 256}), triton.Config({"B": 512})], key=["n"], reset_to_zero=["y"])(add)


def sum_of(x, times):
    y = torch.zeros_like(x)
    for _ in range(times):
        add[(2,)](x, y, x.numel(), B=256)
    return y


def tuned_sum_of(x):
    y = torch.zeros_like(x)
    tuned[lambda meta: (triton.cdiv(x.numel(), meta["B"]),)](x, y, x.numel())
    return y


class ModelNew(torch.nn.Module):
    graph = None

    def forward(self, x):
'''
CAPTURE = '''if self.graph is None:
    self.x, self.graph = torch.empty_like(x), torch.cuda.CUDAGraph()
    with torch.cuda.graph(self.graph):
        self.y = sum_of(self.x, 2)
'''


def run(roles, body, times=1):
    text = driving.HEAD + MODEL + "".join(f"        {line}\n" for line in body.splitlines())
    return driving.run_candidate(roles, text, [("original", given(X * (1 + time))) for time in range(times)], again=True)


@pytest.mark.parametrize("body", [
    CAPTURE + "self.x.copy_(x)\nself.graph.replay()\nreturn self.y.clone()",
    # What torch sets and what it copies is done anew each time, too.
    CAPTURE.replace("sum_of(self.x, 2)", "sum_of(self.x, 2).clone()") + "self.x.copy_(x)\nself.graph.replay()\nreturn self.y.clone()",
    # A graph in a graph.
    CAPTURE + "outer = torch.cuda.CUDAGraph()\nself.x.copy_(x)\nwith torch.cuda.graph(outer):\n    self.graph.replay()\n"
    "outer.replay()\nreturn self.y.clone()",
    # Captured by the graph's own methods; it knows that it is.
    "y, graph = torch.empty_like(x), torch.cuda.CUDAGraph()\ngraph.capture_begin()\nassert torch.cuda.is_current_stream_capturing()\n"
    "y.copy_(sum_of(x, 2))\ngraph.capture_end()\ngraph.replay()\nreturn y",
    # A kernel that was tuned before.
    CAPTURE.replace("sum_of(self.x, 2)", "tuned_sum_of(tuned_sum_of(self.x))").replace("    with", "    tuned_sum_of(self.x)\n    with") +
    "self.x.copy_(x)\nself.graph.replay()\nreturn sum_of(self.y, 2)",
])
def test_a_replay_does_what_was_captured(roles, body):
    answers = run(roles, body, 3)
    assert [answer["ok"] for answer, _ in answers] == [True] * 3, answers
    for time, (_, output) in enumerate(answers):
        assert torch.equal(driving.bundle.Bundle(output).view("output.0"), 2 * (1 + time) * X)


@pytest.mark.parametrize("body, words", [
    ("graph = torch.cuda.CUDAGraph()\ngraph.replay()\nreturn sum_of(x, 2)", "without a preceding successful capture"),
    ("with torch.cuda.graph(torch.cuda.CUDAGraph()):\n    y = sum_of(x, 2)\n    y[0, 0].item()\nreturn y", "not permitted when stream is capturing"),
    ("with torch.cuda.graph(torch.cuda.CUDAGraph()):\n    y = tuned_sum_of(x)\nreturn y", "not permitted when stream is capturing"),
    ("with torch.cuda.graph(torch.cuda.CUDAGraph()):\n    y = x + x\nreturn y", "PyTorch computes"),
])
def test_what_cannot_be_captured_is_told(roles, body, words):
    (answer, _), = run(roles, body)
    assert not answer["ok"] and words in answer["message"], answer


def test_nothing_is_done_before_a_replay(roles):
    (answer, output), = run(roles, CAPTURE + "y = sum_of(x, 1)\nreturn self.y")
    assert not answer["ok"] or not torch.equal(driving.bundle.Bundle(output).view("output.0"), 2 * X)


def test_what_was_captured_stays_on_its_memory(roles):
    """Who forgets to bring what is new gives the answer of before."""
    answers = run(roles, CAPTURE.replace("torch.empty_like(x)", "x.clone()") + "self.graph.replay()\nreturn self.y.clone()", 2)
    assert answers[0][0]["ok"]
    last, output = answers[-1]
    assert not last["ok"] or torch.equal(driving.bundle.Bundle(output).view("output.0"), 2 * X)

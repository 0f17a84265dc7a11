# SPDX-License-Identifier: GPL-3.0-or-later
"""Answers that the inductor role writes, judged by the real compiler and kernel machine."""

import re

import driving
import pytest

HEAD = "import torch\nfrom torch import nn\n\n"
TAIL = "\ndef get_inputs():\n    return [{inputs}]\n\ndef get_init_inputs():\n    return {init}\n"


def task(body, inputs="torch.rand([4, 4, 4, 4])", init="[[], {}]"):
    return HEAD + body + TAIL.format(inputs=inputs, init=init)


SWISH = task('''class Gate(nn.Module):
    def forward(self, x):
        return torch.sigmoid(x)

class ScaledSwish(nn.Module):
    """A gate."""
    def __init__(self, scale, power=1.0):
        super(ScaledSwish, self).__init__()
        self.scale = nn.Parameter(torch.full((3,), float(scale)))
        self.power = power
        self.gate = Gate()

    def forward(self, x: torch.Tensor):
        """x * gate."""
        return x * self.gate(x) * self.scale.sum() * self.power
''', init="[[1.5], {'power': 2.0}]")
SOFTMAX = task('''class Model(nn.Module):
    def forward(self, x):
        return torch.softmax(x, 1), x.max(-1)[0]
''', "torch.randn(5, 33, 7)")
LINEAR = task('''SLOPE = 0.2

class Model(nn.Module):
    def __init__(self, size):
        super().__init__()
        self.fc = nn.Linear(20, size)
        self.norm = nn.BatchNorm1d(size)

    def forward(self, x):
        return torch.nn.functional.leaky_relu(self.norm(self.fc(x)), SLOPE)
''', "torch.randn(24, 20)", "[18]")


@pytest.fixture(scope="module")
def inductor(tmp_path_factory):
    role = driving.Role("inductor", tmp_path_factory.mktemp("inductor"))
    yield role
    assert role.close() == 0


def make(role, source, entry_point="Model"):
    """The answer's message."""
    fd = driving.memfd(source)
    job = role.start({"op": "make", "entry_point": entry_point,
                      "limits": {"seconds": 120, "memory_mb": 6144}}, source=fd)
    message, fds = job.receive()
    job.finish()
    if message["op"] == "answer":
        with open(fds["text"], encoding="utf-8") as file:
            file.seek(0)
            message["text"] = file.read()
    return message


@pytest.mark.parametrize("source, entry_point", [
    (SWISH, "ScaledSwish"), (SOFTMAX, "Model"), (LINEAR, "Model")])
def test_the_judge_finds_answers_right(inductor, reference, roles, source, entry_point):
    made = make(inductor, source, entry_point)
    assert made["op"] == "answer", made
    text = made["text"]
    assert f"class {entry_point}New(nn.Module)" in text
    assert not re.search(r"_inductor|async_compile|empty_strided_cuda|triton_helpers", text)
    prepared = driving.prepare(reference, source, entry_point=entry_point)
    variants = [name for name, message in prepared.messages.items() if message["applicable"]]
    assert {"tiny", "larger_dims", "other_dtype"} <= set(variants)
    answers = driving.run_candidate(
        roles, text, [(name, prepared.fds[name]["given"]) for name in variants],
        answers=(f"{entry_point}New", "ModelNew"))
    assert [driving.compare(message, output, prepared.expected(name))
            for name, (message, output) in zip(variants, answers)] == ["ok"] * len(variants)


@pytest.mark.parametrize("body, word", [
    ("return torch.nn.functional.conv2d(x, x)", "convolution"),
    ("return x.sort(-1)[0]", ""),
    ("return torch.rand_like(x) * x", "random"),
    ("return x.tolist()", ""),
    ("return {'a': x + 1}", "dict"),
])
def test_what_kernels_alone_cannot_do_is_refused(inductor, body, word):
    source = task(f"class Model(nn.Module):\n    def forward(self, x):\n        {body}\n")
    made = make(inductor, source)
    assert (made["op"], made["code"]) == ("error", "not_expressible"), made
    assert word in made["message"]


def test_a_broken_reference_is_named_as_such(inductor):
    made = make(inductor, "import torch\n1 / 0\n")
    assert (made["code"], made["line"]) == ("reference_error", 2)
    made = make(inductor, SWISH, "Missing")
    assert made["code"] == "reference_error" and "Missing" in made["message"]

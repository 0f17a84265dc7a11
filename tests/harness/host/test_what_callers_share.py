# SPDX-License-Identifier: GPL-3.0-or-later
"""Lists, dicts and tensors that the caller goes on using, and settings that all of its process share."""

import driving
import pytest

REFERENCE = """import torch


class Model(torch.nn.Module):
    def forward(self, parts, names):
        {}return parts[0] * 2 + names["b"]


def get_inputs():
    return [[torch.rand(40), torch.rand(40)], {{"a": torch.rand(40), "b": torch.rand(40)}}]


def get_init_inputs():
    return []
"""
CANDIDATE = driving.HEAD + """
@triton.jit
def twice(x, b, y, n, B: tl.constexpr):
    at = tl.arange(0, B)
    tl.store(y + at, tl.load(x + at, mask=at < n) * 2 + tl.load(b + at, mask=at < n), mask=at < n)


class ModelNew(torch.nn.Module):
    def forward(self, parts, names):
        first, second = parts[0], names["b"]
        {}
        y = torch.empty_like(first)
        twice[(1,)](first, second, y, y.numel(), B=64)
        return y
"""


@pytest.mark.parametrize("line, code", [
    ("pass", "ok"), ("parts = parts[1:]; names = dict(names, b=None)", "ok"), ("parts.pop()", "mutated_input"), ("parts[1] = first", "mutated_input"),
    ("names['c'] = 1", "mutated_input"), ("del names['a']", "mutated_input"), ("parts.append(second)", "mutated_input"),
    ("parts[:] = parts[::-1]", "mutated_input"), ("first.unsqueeze_(0); first = first[0]", "mutated_input")])
def test_who_changes_what_the_caller_goes_on_using(roles, reference, line, code):
    prepared = driving.prepare(reference, REFERENCE.format(""), ["original"])
    (answer, output), = driving.run_candidate(roles, CANDIDATE.format(line), [("original", prepared.fds["original"]["given"])])
    assert driving.compare(answer, output, prepared.expected("original")) == code, answer


def test_who_changes_it_as_the_reference_does(roles, reference):
    prepared = driving.prepare(reference, REFERENCE.format("parts.pop(); "), ["original"])
    (answer, output), = driving.run_candidate(roles, CANDIDATE.format("parts.pop()"), [("original", prepared.fds["original"]["given"])])
    assert driving.compare(answer, output, prepared.expected("original")) == "ok", answer


@pytest.mark.parametrize("line, flags", [
    ("pass", []), ("torch.backends.cuda.matmul.allow_tf32 = True", ["changes_torch"]), ("torch.set_default_dtype(torch.float64)", ["changes_torch"]),
    ("torch.set_num_threads(torch.get_num_threads() + 1)", ["changes_torch"]), ("torch.set_grad_enabled(False)", ["changes_torch"]),
    ("torch.nn.functional.relu6 = abs", ["changes_torch"]), ("import os; os.environ['A'] = 'b'", ["changes_process"]),
    ("import gc; gc.set_threshold(5)", ["changes_process"]), ("import numpy; numpy.sum = abs", ["changes_process"]),
    ("triton.cdiv = lambda a, b: -(-a // b); torch.set_default_dtype(torch.float64)", ["changes_process", "changes_torch"])])
def test_settings_that_others_have_too(roles, reference, line, flags):
    prepared = driving.prepare(reference, REFERENCE.format(""), ["original"])
    text = CANDIDATE.format("pass").replace("@triton.jit", f"{line}\n\n\n@triton.jit")
    (answer, _), = driving.run_candidate(roles, text, [("original", prepared.fds["original"]["given"])])
    assert answer["ok"] and answer["flags"] == flags, answer


MODEL = """import torch


class Model(torch.nn.Module):
    def __init__(self):
        super().__init__()
        {}
        self.register_buffer("{}", torch.ones(40))

    def forward(self, x):
        return x * {}


def get_inputs():
    return [torch.rand(40)]


def get_init_inputs():
    return []
"""


@pytest.mark.parametrize("line, name, flags", [
    ("self.w = torch.nn.Parameter(torch.rand(40))", "b", []), ("self.v = torch.nn.Parameter(torch.rand(40))", "b", ["other_state"]),
    ("self.w = torch.nn.Parameter(torch.rand(40))", "c", ["other_state"]),
    ("self.w = torch.nn.Parameter(torch.rand(40)); self.u = torch.nn.Parameter(torch.rand(1))", "b", ["other_state"])])
def test_whose_state_a_checkpoint_does_not_fit(roles, reference, line, name, flags):
    prepared = driving.prepare(reference, MODEL.format("self.w = torch.nn.Parameter(torch.rand(40))", "b", "self.w"), ["original"])
    weight = f"self.{line[5]}"
    head, tail = CANDIDATE.split("        first, second = ")
    text = head.replace("def forward(self, parts, names)", f"""def __init__(self):
        super().__init__()
        {line}
        self.register_buffer("{name}", torch.ones(40))

    def forward(self, x)""") + f"""        y = torch.empty_like(x)
        product[(1,)](x, {weight}, y, y.numel(), B=64)
        return y
"""
    text = text.replace("def twice(x, b, y, n", "def product(x, b, y, n").replace("* 2 + tl.load(b", "* tl.load(b")
    (answer, output), = driving.run_candidate(roles, text, [("original", prepared.fds["original"]["given"])])
    assert driving.compare(answer, output, prepared.expected("original")) == "ok", answer
    assert answer["flags"] == flags, answer

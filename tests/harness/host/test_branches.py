# SPDX-License-Identifier: GPL-3.0-or-later
"""Which ways a candidate's Python has gone, and that it goes them as it would without being watched."""

import inspect
import linecache

import driving
import pytest
from harness.candidate import branches


def run(body, call="f(1)", head=""):
    """The lines of the ways in `f` that this call did not go, and what it gave."""
    text = head + "def f(x):\n" + "".join(f"    {line}\n" for line in body)
    code, found = branches.compiled(text.encode(), "candidate.py")
    names = {}
    exec(code, names)
    answer = eval(call, names)
    return [(first, last) for _, first, last, _ in found.untried()], answer


@pytest.mark.parametrize("body, untried", [
    (["if x > 2:", "    return 5", "return 6"], [(3, 3)]),
    (["if x < 2:", "    return 5", "return 6"], [(4, 4)]),
    (["if x > 2:", "    x = 5", "else:", "    x = 6", "return x"], [(3, 3)]),
    (["if x == 2:", "    x = 5", "elif x == 1:", "    x = 6", "else:", "    x = 7", "return x"], [(3, 3), (7, 7)]),
    (["for i in range(x - 1):", "    x += i", "return x"], [(3, 3)]),
    (["while x < 4:", "    x += 1", "    if x < 9:", "        continue", "    x = 9", "return x"], [(6, 6)]),
    (["return 5 if x > 2 else 6"], [(2, 2)]),
    (["return x > 2 and abs(x)"], [(2, 2)]),
    (["return x > 2 and x"], []),
    (["try:", "    return int('a')", "except ValueError:", "    return 7", "except TypeError:", "    return 8"], [(7, 7)]),
    (["if x > 2:", "    raise ValueError(x)", "return x"], []),
    (["if x < 2:", "    return x", "raise ValueError(x)"], []),
    (["assert x > 0, 'words' if x else 'others'", "return [i for i in (1, 2)]"], [(2, 2), (2, 2)]),
    (["match x:", "    case 1:", "        x = 4", "    case _:", "        x = 5", "return x"], [(6, 6)]),
    (["with open('/dev/null'):", "    if x:", "        return 1", "    x = 3", "return x"], [(5, 5), (6, 6)]),
    (["if x > 2:", "    if x > 3:", "        return 1", "    return 2", "return x"], [(3, 5), (4, 4), (5, 5)]),
    (["g = lambda y: y + 1", "return g(x)"], []),
    (["g = lambda y: y + 1", "return x"], [(2, 2)])])
def test_ways_that_a_call_did_not_go(body, untried):
    plain = {}
    exec("def f(x):\n" + "".join(f"    {line}\n" for line in body), plain)
    found, answer = run(body)
    assert found == untried
    assert answer == plain["f"](1) or isinstance(answer, list)


def test_a_function_that_was_never_called_is_a_way_of_its_own():
    text = b"def f(x):\n    return x\n\n\ndef g(x):\n    'words'\n    if x:\n        return 1\n    return 2\n"
    code, found = branches.compiled(text, "candidate.py")
    names = {}
    exec(code, names)
    assert names["f"](1) == 1
    assert [way[1:] for way in found.untried()] == [[7, 9, True], [8, 8, False], [9, 9, False]]


def test_the_ways_of_each_call():
    code, found = branches.compiled(b"def f(x):\n    if x:\n        return 1\n    return 2\n", "candidate.py")
    names = {}
    exec(code, names)
    names["f"](1)
    first = found.latest()
    names["f"](0)
    second = found.latest()
    assert first != second and first and second and found.latest() == [] and found.untried() == []


def test_nothing_of_it_shows_in_names_words_and_lines():
    text = b'"""Of the file."""\nfrom __future__ import annotations\n\n\ndef f(x: Nowhere = 3 if 1 else 4):\n    """Of f."""\n    if x:\n        return x\n    return 1 / x\n'
    code, _ = branches.compiled(text, "candidate.py")
    names = {}
    exec(code, names)
    f = names["f"]
    assert names["__doc__"] == "Of the file." and f.__doc__ == "Of f." and f.__defaults__ == (3,) and f.__annotations__ == {"x": "Nowhere"}
    assert set(names) == {"__builtins__", "__doc__", "annotations", "f"} and f.__code__.co_names == () and f.__code__.co_firstlineno == 5
    linecache.cache["candidate.py"] = (len(text), None, text.decode().splitlines(True), "candidate.py")
    assert inspect.getsource(f).startswith("def f(x: Nowhere")
    with pytest.raises(ZeroDivisionError) as error:
        f(0)
    assert error.traceback[-1].lineno == 8  # from 0


def test_texts_that_are_none_fail_as_they_would():
    with pytest.raises(SyntaxError):
        branches.compiled(b"def f(:\n", "candidate.py")
    code, found = branches.compiled(("def f():\n    return " + "-" * 900 + "1\n").encode(), "candidate.py")
    assert code is not None and found.untried() == []


REFERENCE = """import torch


class Model(torch.nn.Module):
    def forward(self, x):
        return x * 2


def get_inputs():
    return [torch.rand(40)]


def get_init_inputs():
    return []
"""
CANDIDATE = driving.HEAD + """
@triton.jit
def twice(x, y, n, B: tl.constexpr):
    at = tl.program_id(0) * B + tl.arange(0, B)
    tl.store(y + at, tl.load(x + at, mask=at < n) * 2, mask=at < n)


class ModelNew(torch.nn.Module):
    def forward(self, x):
        y = torch.empty_like(x)
        if x.numel() == 4711:
            return y
        if x.dtype == torch.int32:
            raise TypeError("no whole numbers")
        twice[lambda meta: (triton.cdiv(x.numel(), meta["B"]),)](x, y, x.numel(), B=64 if x.numel() < 100 else 128)
        return y
"""


def test_the_device_tells_the_judge(roles, reference):
    prepared = driving.prepare(reference, REFERENCE, ["original"])
    (answer, output), = driving.run_candidate(roles, CANDIDATE, [("original", prepared.fds["original"]["given"])])
    assert driving.compare(answer, output, prepared.expected("original")) == "ok", answer
    lines = CANDIDATE.split("\n")
    kernel, *host = answer["untried"]
    assert kernel[1:] == [8, 9, True], "kernels do not run as Python"
    assert [lines[first - 1].strip()[:8] for _, first, _, _ in host] == ["return y", "twice[la"], answer

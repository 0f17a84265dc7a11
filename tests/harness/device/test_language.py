# SPDX-License-Identifier: GPL-3.0-or-later
"""A kernel means to the machine what it means to the compiler, which is asked beside: constants, types, loops and functions."""

import driving
import pytest
import torch
from driving import given

from harness.shared import bundle


def module(body, before="", launch="facts[(1,)](y, x.numel(), 1.5, 1, B=64)"):
    """A kernel that does `body` and stores `value` into y[0], with n = 200, f = 1.5, one = 1."""
    lines = "".join(f"    {line}\n" for line in body.split("\n"))
    return (driving.HEAD + before
            + "\n@triton.jit\ndef facts(y, n, f, one, B: tl.constexpr):\n    at = tl.arange(0, B)\n"
            + lines + "    tl.store(y, value)\n\n"
              "class ModelNew(torch.nn.Module):\n    def forward(self, x):\n"
              f"        y = torch.full((64,), -1.0, device='cuda')\n        {launch}\n        return y\n")


def run(roles, text):
    (answer, output), = driving.run_candidate(roles, text, [("original", given(torch.ones(200)))])
    return answer, bundle.Bundle(output).view("output.0") if answer["ok"] else None


def compiles(roles, text):
    _, answer, _ = driving.compile_candidate(roles, text, given(torch.ones(200)))
    return answer["passed"]


LOOP = "value = 0.0\nfor i in range(0, 3):\n    value += 1.0\n    "
FACTS = [
    LOOP + "tl.static_assert(FACT isinstance(i, tl.tensor))",
    LOOP + "tl.static_assert(FACT i.dtype == tl.int32)",
    LOOP + "tl.static_assert(FACT (not isinstance(i, int)))",
    LOOP.replace("3)", "1 << 40, 1 << 40)")
    + "tl.static_assert(FACT i.dtype == tl.int64)",
    LOOP.replace("range", "tl.range") + "tl.static_assert(FACT hasattr(i, 'dtype'))",
    LOOP.replace("range", "tl.static_range") + "tl.static_assert(FACT isinstance(i, int))",
    "value = 1.0\ntl.static_assert(FACT f.dtype == tl.float32)",
    "value = 1.0\ntl.static_assert(FACT isinstance(one, int))",
    "value = 1.0\ntl.static_assert(FACT isinstance(value, tl.tensor))",
    "value: tl.constexpr = 2\ntl.static_assert(FACT isinstance(value, int))",
    "value: tl.float32 = 2\ntl.static_assert(FACT isinstance(value, tl.tensor))",
    "value, rest = 1.0, 2\ntl.static_assert(FACT isinstance(rest, tl.tensor))",
    "value = 1\nvalue += B\ntl.static_assert(FACT value.dtype == tl.int32)",
    "value = 1.0\ntl.static_assert(FACT isinstance(min(n, 3), tl.tensor))",
    "value = 1.0\ntl.static_assert(FACT isinstance(max(B, 3), int))",
    "value = 1.0\ntl.static_assert(FACT isinstance(B if n > 0 else 2, tl.tensor))",
    "value = 1.0\ntl.static_assert(FACT isinstance(B if B > 0 else 2, int))",
    "value = 1.0\ntl.static_assert(FACT (n > 0 and n > 5).dtype == tl.int1)",
    "value = 1.0\ntl.static_assert(FACT isinstance(not (n > 0), tl.tensor))",
    "value = 1.0\ntl.static_assert(FACT isinstance(tl.cdiv(8, 3), tl.tensor))",
    "value = 1.0\ntl.static_assert(FACT isinstance(B * at.shape[0], int))",
    "value = 1.0\ntl.static_assert(FACT isinstance(at.shape[0] * n, tl.tensor))",
    "value = 1.0\ntl.static_assert(FACT isinstance((1, 2), tl.tuple))",
    "value = 1.0\ntl.static_assert(FACT (not isinstance([1, 2], list)))",
    "value = 1.0\ntl.static_assert(FACT len([1 for i in (0, 1) if i > 0]) == 2)",
    "value = 1.0\nt = [1 for at in (0, 7)]\ntl.static_assert(FACT at == 7)",
    "value = 1.0\ntl.static_assert(FACT len([2 * i for i in [j for j in (0, 7)]]) == 2)",
    "value = 1.0\ntl.static_assert(FACT f'{B:5d}' == '64')",
    "value = 1.0\ntl.static_assert(FACT B.value == 64)",
    "value = 1.0\ntl.static_assert(FACT seven().dtype == tl.int32)",
    "value = 1.0\ntl.static_assert(FACT twice(B) == 128)",
    "value = 1.0\ntl.static_assert(FACT (EMPTY is None))",
]
BEFORE = """@triton.jit
def seven():
    return 7

@triton.constexpr_function
def twice(n):
    for i in range(1):
        n = n + n
    return n

EMPTY = tl.constexpr(None)
"""


@pytest.mark.parametrize("fact", FACTS)
def test_static_facts_are_those_of_the_compiler(roles, fact):
    right = module(fact.replace("FACT", ""), BEFORE)
    wrong = module(fact.replace("FACT", "not"), BEFORE)
    answer, _ = run(roles, right)
    assert answer["ok"], answer
    assert not run(roles, wrong)[0]["ok"]
    assert compiles(roles, right) and not compiles(roles, wrong)


@pytest.mark.parametrize("body, value", [
    ("value = -7\nvalue = value // 2", -3),
    ("value, two = -7, 2\nvalue = value % two", -1),
    ("value = seven() - 14\nvalue = value // 2", -3),
    ("value = 0\nfor i in range(0, 1):\n    value += (i - 7) // 2", -3),
    ("value = 0\nfor i in range(0, 1):\n    value += (i - 7) % 4", -3),
    ("value = 0\nfor i in range(0, 1):\n    value += (i + 65536) * (i + 65536)", 0),
    ("value = -7 // 2", -4),  # constants are Python's to the compiler, too
    ("value = 0\nfor i in range(9, 0, -4):\n    value = value * 10 + i", 951),
    ("value = (f + 1e-9) - f", 0),
    ("value = f.to(tl.float32) * 2", 3),
    ("value = 0\nfor i in range(0, 3):\n    value += i.to(tl.int64).to(tl.int32)", 3),
    ("value = 0\nwhile value < 5:\n    value += 2", 6),
    ("value = 1\nif n > 100 and (n < 300 and not n == 5):\n    value = 2", 2),
    ("value = 1 if n > 300 else 2", 2),
    ("value = 5.0\nassert B > 0, tl.store(y + 1, value)\nvalue = tl.load(y + 1)", 5),
    ("value = -1.0\ntl.static_assert(B > 0, tl.store(y, 5.0))", -1),
    ("value: tl.float32 = tl.atomic_add(y, 1.0)\nvalue = tl.atomic_add(y, 0.0)", 1),
    ("value = 0.0\nfor i in range(tl.atomic_add(y, 1.0).to(tl.int32) + 2):\n    value += 1.0", 2),
])
def test_numbers_are_those_of_a_gpu(roles, body, value):
    text = module(body, BEFORE)
    answer, output = run(roles, text)
    assert answer["ok"], answer
    assert output[0] == value
    assert compiles(roles, text)


@pytest.mark.parametrize("body, value", [
    ("value = 1.0\nfor i in range(3):\n    value += 1\nvalue = i + 0.5", float("nan")),  # poison
    ("value = 1.0\nother = value\nif other is value:\n    value = 2.0", 2),
    ("value = 1.0\nif '{}'.format(n) == '200':\n    value = 2.0", 1),
    ("value = 1.0\nif '%s' % (n,) == '200':\n    value = 2.0", 1),
    ("value = 1.0\nfor i in tl.static_range(3):\n    value += 1\nelse:\n    value = 0.0", 4),
])
def test_where_the_compiler_is_not_python_it_is_right(roles, body, value):
    text = module(body, BEFORE)
    answer, output = run(roles, text)
    assert answer["ok"], answer
    torch.testing.assert_close(output[0], torch.tensor(float(value)), rtol=0, atol=0, equal_nan=True)
    assert compiles(roles, text)


@pytest.mark.parametrize("text, code", [
    ("triton.compile(n)", "compile_error"),
    ("tl.load(n)", "compile_error"),
    ("n.__class__", "compile_error"),
    ("seven()", "compile_error"),
    ("triton.cdiv(n, math.ceil(0.5))", None),
    ("triton.next_power_of_2(n) * Pair(1, 2).first", None),
])
def test_functions_for_constants_use_constants(roles, text, code):
    before = "import collections, math\nPair = collections.namedtuple('Pair', 'first second')\n" \
        + BEFORE.replace("n = n + n", f"n = {text}")
    text = module("value = twice(B)", before)
    answer, output = run(roles, text)
    assert (answer["ok"] and output[0] == 64) if code is None else answer["code"] == code, answer
    assert compiles(roles, text) == (code is None)


def test_named_tuples_keep_their_names(roles):
    before = "from typing import NamedTuple\nclass Pair(NamedTuple):\n    first: int\n" \
        "    second: int = 4\n" + BEFORE.replace("def seven():\n    return 7", """def swap(pair):
    return Pair(pair.second, pair.first)""")
    body = "pair = swap(n)\nvalue = pair.first * 10 + pair.second + Pair(one).second"
    text = module(body, before, "facts[(1,)](y, Pair(3, 20), 1.5, 1, B=64)")
    answer, output = run(roles, text)
    assert answer["ok"] and output[0] == 207, answer
    assert compiles(roles, text)


def test_a_type_given_to_an_argument_is_kept(roles):
    text = module("value = n * n\ntl.static_assert(n.dtype == tl.int64)").replace(
        "y, n, f", "y, n: tl.int64, f").replace("x.numel()", "100000")
    answer, output = run(roles, text)
    assert answer["ok"] and output[0] == 1e10, answer
    assert compiles(roles, text)


@pytest.mark.parametrize("value, code", [
    ("greatest(triton_helpers.max2(at, 0) - 61.5 + libdevice.floor(f) * 0, one)\n"
     "value += triton_helpers.welford(at * f, at * f, at * f + 1, 0)[2] * 0", None),
    ("triton_helpers.set_driver_to_cpu()", "compile_error"),
])
def test_functions_that_inductor_writes_calls_of(roles, value, code):
    before = "from torch._inductor.runtime import triton_helpers\n" \
        "from torch._inductor.runtime.triton_helpers import libdevice, maximum as greatest\n"
    text = module(f"value = {value}", before)
    answer, output = run(roles, text)
    assert (answer["ok"] and output[0] == 1.5) if code is None else answer["code"] == code, answer
    assert compiles(roles, text) == (code is None)

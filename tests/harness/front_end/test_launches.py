# SPDX-License-Identifier: GPL-3.0-or-later
"""What a launch means: which text it gets, and what it passes to that text's parameters."""

import os
import re

import driving  # noqa: F401  (puts the harness in place)
import pytest
import torch
import triton
import triton.language as tl
from triton.compiler.errors import CompilationError
from triton.runtime.autotuner import Autotuner
from triton.runtime.jit import JITFunction
from triton.tools.tensor_descriptor import TensorDescriptor

from harness.candidate import driver_stub
from harness.front_end import launches, ttir

FOLDER = os.path.dirname(__file__)
SCALE = tl.constexpr(3)
PLAIN = 3  # no constexpr: no kernel may read it


@triton.jit
def fill(x, n, B: tl.constexpr):
    at = tl.program_id(0) * B + tl.arange(0, B)
    tl.store(x + at, at + n, mask=at < n)


@triton.jit(do_not_specialize=["n"])
def general(x, n):
    tl.store(x, n)


@triton.jit
def with_defaults(x, n=5, B: tl.constexpr = 16):
    tl.store(x + tl.arange(0, B), n)


@triton.jit
def annotated(x, n: tl.int64, f: tl.float32):
    tl.store(x, n * n + f)


@triton.jit
def optional(x, bias):
    value = 1.0
    if bias is not None:
        value += tl.load(bias)
    tl.store(x, value)


@triton.jit
def twice(v):
    return v + v


@triton.jit
def thrice(v):
    return twice(v) + v


@triton.jit
def calls(x, f, OP: tl.constexpr):
    tl.store(x, OP(f))


@triton.jit
def scaled(x):
    tl.store(x, SCALE)


@triton.jit
def reads_a_plain_global(x):
    tl.store(x, PLAIN)


@triton.jit
def of_a_pair(pair):
    tl.store(pair[0], pair[1])


@triton.jit
def copies(source, target, B: tl.constexpr):
    target.store([0, 0], source.load([0, 0]))


@triton.heuristics({"B": lambda given: 32 if given["n"] > 100 else 16})
@triton.jit
def by_heuristics(x, n, B: tl.constexpr):
    tl.store(x + tl.arange(0, B), n)


@triton.autotune(configs=[triton.Config({"B": 16}, num_warps=1), triton.Config({"B": 64}, num_stages=5)], key=["n"])
@triton.jit
def tuned(x, n, B: tl.constexpr):
    tl.store(x + tl.arange(0, B), n)


def adding(step):
    """A kernel that holds a constant of the function around it."""
    step = tl.constexpr(step)

    @triton.jit
    def add(x):
        tl.store(x, tl.load(x) + step)

    return add


@pytest.fixture(scope="module", autouse=True)
def _driver():
    driver_stub.install(lambda kernel_call, quantiles=None, **keywords: [1.0] * 3)


@pytest.fixture
def front_end():
    return launches.FrontEnd(FOLDER)


def tensor(*shape, dtype=torch.float32):
    return torch.zeros(shape or (256,), dtype=dtype)


def names(bound):
    return [name for name, _, _ in bound.leaves]


def aligned(bound):
    return {name: is_aligned for name, _, is_aligned in bound.leaves}


def parameters(bound):
    """Types of the text's parameters."""
    first = re.search(r"tt\.func public @\w+\((.*?)\) attributes", bound.text.text)
    return [part.split(" loc(")[0].split(": ")[1].split(" {")[0] for part in re.split(r", (?=%)", first[1])]


def test_a_constant_is_part_of_the_text_and_no_parameter(front_end):
    x = tensor()
    bound = front_end.bind(fill, (x, 200), {"B": 64})
    assert names(bound) == ["x", "n"] and parameters(bound) == ["!tt.ptr<f32>", "i32"]
    assert "end = 64 : i32" in bound.text.text
    assert bound.arguments == {"x": x, "n": 200, "B": 64}
    assert front_end.bind(fill, (x, 200), {"B": 64}).text is bound.text
    assert "end = 32 : i32" in front_end.bind(fill, (x, 200), {"B": 32}).text.text


@pytest.mark.parametrize("n, expected", [(32, True), (17, False), (0, True), (2**40, True)])
def test_multiples_of_16_go_beside_the_text(n, expected, front_end):
    bound = front_end.bind(fill, (tensor(), n), {"B": 64})
    assert aligned(bound) == {"x": True, "n": expected}
    assert "tt.divisibility" not in bound.text.text


def test_inputs_that_differ_in_hints_share_a_text(front_end):
    x = tensor()
    some = front_end.bind(fill, (x, 64), {"B": 64})
    others = front_end.bind(fill, (x[1:], 63), {"B": 64})
    assert others.text is some.text and aligned(others) == {"x": False, "n": False}


@pytest.mark.parametrize("kernel, args, keywords", [
    (fill, (tensor(), 64), {"B": 64}), (with_defaults, (tensor(),), {}), (annotated, (tensor(), 16, 1.5), {}),
    (optional, (tensor(), tensor()), {}), (calls, (tensor(), 1.5), {"OP": thrice})],
    ids=lambda value: getattr(value, "__name__", ""))
def test_hints_change_nothing_else_in_the_text(kernel, args, keywords, front_end):
    """The same text as Triton's own, which has the hints."""
    hinted = ttir.specialise(kernel, args, keywords).text
    assert "tt.divisibility" in hinted
    plain = re.sub(r" \{tt\.divisibility = 16 : i32\}", "", hinted)
    plain = plain.replace(f'"{FOLDER}/', '"').replace(f'"{os.path.dirname(triton.__file__)}/', '"triton/')
    assert front_end.bind(kernel, args, keywords).text.text == plain


def test_an_argument_of_one_is_a_constant(front_end):
    x = tensor()
    one = front_end.bind(fill, (x, 1), {"B": 64})
    assert names(one) == ["x"] and parameters(one) == ["!tt.ptr<f32>"]
    assert one.text.key != front_end.bind(fill, (x, 2), {"B": 64}).text.key


def test_what_is_not_to_be_specialised_is_not(front_end):
    x = tensor()
    for n in (1, 32):
        assert aligned(front_end.bind(general, (x, n), {})) == {"x": True, "n": False}
    assert front_end.bind(general, (x, 1), {}).text is front_end.bind(general, (x, 32), {}).text


def test_types_follow_the_values(front_end):
    types = {value: parameters(front_end.bind(general, (tensor(), value), {}))[1]
             for value in (7, 2**31, 2**63, 1.5, True)}
    assert types == {7: "i32", 2**31: "i64", 2**63: "i64", 1.5: "f32", True: "i1"}
    for dtype, written in ((torch.float16, "f16"), (torch.bfloat16, "bf16"), (torch.int8, "i8"),
                           (torch.float8_e4m3fn, "f8E4M3FN")):
        assert parameters(front_end.bind(optional, (tensor(dtype=dtype), None), {})) == [f"!tt.ptr<{written}>"]


def test_nothing_is_a_constant(front_end):
    x = tensor()
    without, having = (front_end.bind(optional, (x, bias), {}) for bias in (None, tensor()))
    assert names(without) == ["x"] and "tt.load" not in without.text.text
    assert names(having) == ["x", "bias"] and "tt.load" in having.text.text


def test_defaults_stand_for_what_is_left_out(front_end):
    x = tensor()
    bound = front_end.bind(with_defaults, (x,), {})
    assert bound.leaves[1][:2] == ("n", 5) and "end = 16 : i32" in bound.text.text
    given = front_end.bind(with_defaults, (x,), {"B": 32, "n": 6})
    assert given.leaves[1][:2] == ("n", 6) and "end = 32 : i32" in given.text.text


def test_annotations_give_types(front_end):
    bound = front_end.bind(annotated, (tensor(), 3, 2.5), {})
    assert parameters(bound) == ["!tt.ptr<f32>", "i64", "f32"]


def test_wrong_arguments_are_tritons_errors(front_end):
    with pytest.raises(TypeError, match="'B'"):
        front_end.bind(fill, (tensor(), 5), {})
    with pytest.raises(TypeError):
        front_end.bind(fill, (tensor(), 5, 64, 7), {})
    with pytest.raises(CompilationError):
        front_end.bind(fill, (tensor(), 5), {"B": 65})  # no power of two


@pytest.fixture
def launched(front_end, monkeypatch):
    """Launches that went through a decorator, bound; as the host does, an autotuner launches all."""
    bound = []
    monkeypatch.setattr(JITFunction, "run", lambda kernel, *args, grid, warmup=False, **keywords: bound.append(
        front_end.bind(kernel, args, keywords)))
    monkeypatch.setattr(Autotuner, "run", lambda tuner, *args, **keywords: [
        tuner.fn.run(*args, **{**keywords, **config.all_kwargs()}) for config in tuner.configs])
    return bound


def test_heuristics_choose_constants(launched):
    for n in (101, 100):
        by_heuristics[(1,)](tensor(), n)
    assert [bound.arguments["B"] for bound in launched] == [32, 16]
    assert all(names(bound) == ["x", "n"] for bound in launched)
    assert launched[0].text.key != launched[1].text.key


def test_each_configuration_of_an_autotuner_has_its_text(launched):
    tuned[(1,)](tensor(), 8)
    assert ["end = 16 : i32" in bound.text.text for bound in launched] == [True, False]
    assert ["end = 64 : i32" in bound.text.text for bound in launched] == [False, True]


def test_what_comes_after_the_text_gives_no_other_one(front_end):
    x = tensor()
    first, *others = (front_end.bind(fill, (x, 9), {"B": 64, **options}).text
                      for options in ({}, {"num_stages": 5}, {"num_warps": 8}))
    assert others[0] is first and others[1].key == first.key


def test_globals_are_constants(front_end):
    x = tensor()
    bound = front_end.bind(scaled, (x,), {})
    assert names(bound) == ["x"] and "3.000000e+00" in bound.text.text
    with pytest.raises(CompilationError, match="PLAIN"):
        front_end.bind(reads_a_plain_global, (x,), {})


def test_a_global_that_has_changed_is_refused_as_by_triton(front_end, monkeypatch):
    x = tensor()
    front_end.bind(scaled, (x,), {})
    monkeypatch.setitem(globals(), "SCALE", tl.constexpr(4))
    with pytest.raises(RuntimeError, match="SCALE has changed"):
        front_end.bind(scaled, (x,), {})


def test_functions_that_a_kernel_calls_are_in_its_text(front_end):
    bound = front_end.bind(calls, (tensor(), 1.5), {"OP": thrice})
    other = front_end.bind(calls, (tensor(), 1.5), {"OP": twice})
    assert names(bound) == names(other) == ["x", "f"]
    assert bound.text.text.count("arith.addf") == 2 and other.text.text.count("arith.addf") == 1


def test_kernels_of_one_text_with_other_closures_differ(front_end):
    x, one, two = tensor(), adding(1), adding(2)
    texts = [front_end.bind(kernel, (x,), {}).text for kernel in (one, two, one)]
    assert texts[0].key != texts[1].key and texts[2] is texts[0]
    assert "1.000000e+00" in texts[0].text and "2.000000e+00" in texts[1].text


def test_parts_of_a_tuple_are_parameters(front_end):
    x = tensor()
    bound = front_end.bind(of_a_pair, ((x, 7),), {})
    assert [leaf[:2] for leaf in bound.leaves] == [("pair[0]", x), ("pair[1]", 7)]
    assert parameters(bound) == ["!tt.ptr<f32>", "i32"]
    assert names(front_end.bind(of_a_pair, ((x, 1),), {})) == ["pair[0]"]


def test_a_descriptor_is_followed_by_its_sizes_and_strides(front_end):
    source, target = (TensorDescriptor(tensor(40, 64), [40, 64], [64, 1], [16, 32]) for _ in range(2))
    bound = front_end.bind(copies, (source, target), {"B": 1})
    assert [leaf[1] for leaf in bound.leaves] == [source, 40, 64, 64, 1, target, 40, 64, 64, 1]
    assert len(parameters(bound)) == len(bound.leaves)
    assert parameters(bound)[:5] == ["!tt.tensordesc<tensor<16x32xf32>>", "i32", "i32", "i64", "i64"]


def test_a_reinterpreted_tensor_has_its_new_type(front_end):
    x = triton.reinterpret(tensor(dtype=torch.int32), tl.float32)
    bound = front_end.bind(optional, (x, None), {})
    assert bound.leaves[0][1] is x and parameters(bound) == ["!tt.ptr<f32>"]


def test_folders_are_not_in_the_text():
    text = launches.FrontEnd(FOLDER).bind(with_defaults, (tensor(),), {}).text.text
    assert FOLDER not in text and '"test_launches.py"' in text
    assert launches.FrontEnd("/nowhere").bind(with_defaults, (tensor(),), {}).text.text == \
        text.replace('"test_launches.py"', f'"{__file__}"')

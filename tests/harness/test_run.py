# SPDX-License-Identifier: GPL-3.0-or-later
"""The interpreter role: values, checks on memory, and a reason for everything that is wrong."""

import json
import os

import driving
import numpy
import pytest
import torch

import bundle

KERNEL = """@triton.jit
def add_one(x, y, n, B: tl.constexpr):
    at = tl.program_id(0) * B + tl.arange(0, B)
    value = tl.load(x + at, mask=at < n, other=0.0)
    tl.store(y + at, value + 1.0, mask=at < n)

"""
FORWARD = """y = torch.empty_like(x)
        add_one[(triton.cdiv(x.numel(), 64),)](x, y, x.numel(), B=64)
        return y"""


def module(kernel=KERNEL, forward=FORWARD, arguments="x", init="pass"):
    return (driving.HEAD + kernel + "class ModelNew(torch.nn.Module):\n"
            f"    def __init__(self, *args, **kwargs):\n        super().__init__()\n"
            f"        {init}\n    def forward(self, {arguments}):\n        {forward}\n")


def given(*inputs, state=None, init=None, **metadata):
    tensors = {f"state.{name}": value for name, value in (state or {}).items()}
    encoded = bundle.encode_arguments(inputs, tensors, "input")
    return bundle.create("given", tensors, {
        "init": json.dumps(init or {"args": [], "kwargs": {}}), "inputs": json.dumps(encoded),
        "init_seed": "5", "variant": "original", "dtype": "float32", "train_mode": "1",
        **metadata})


def run(role, text, *inputs, policy="full", **more):
    (answer, output), = driving.run_candidate(role, text, [("original", given(*inputs, **more))],
                                              policy)
    return answer, bundle.Bundle(output) if answer and answer["ok"] else None


X = torch.randn(8, 25)


def test_values_and_counts(interpreter):
    answer, output = run(interpreter, module(), X)
    assert torch.equal(output.view("output.0"), X + 1)
    assert output.metadata == {"outputs": "tensor", "strides": "[[25, 1]]"}
    assert (answer["launches"], answer["programs"], answer["stores"]) == (1, 4, 200)
    assert not answer["mutated_inputs"] and answer["torch_ops"] == []


def test_several_inputs_in_one_child(interpreter):
    shapes = [(3, 4), (50, 7), (1, 1)]
    tensors = [torch.randn(shape) for shape in shapes]
    answers = driving.run_candidate(interpreter, module(), [
        (f"variant {index}", given(x)) for index, x in enumerate(tensors)])
    assert [answer["variant"] for answer, _ in answers] == ["variant 0", "variant 1", "variant 2"]
    for x, (answer, output) in zip(tensors, answers):
        assert torch.equal(bundle.Bundle(output).view("output.0"), x + 1)


@pytest.mark.parametrize("change, verb, words, line", [
    (("mask=at < n, other=0.0", ""), "load", "element 200 of x, which has 200", 8),
    (("value + 1.0, mask=at < n", "value"), "store", "element 200 of y, which has 200", 9),
    (("x + at, mask=at < n", "x + at - 1, mask=at < n"), "load", "element -1 of x", 8),
    (("tl.store(y + at", "tl.atomic_add(y + at + n"), "atomic", "element 200 of y", 9),
    (("x + at, mask=at < n", "x + at * 1000000000, mask=at < n"), "load", "far from", 8),
])
def test_out_of_bounds(interpreter, change, verb, words, line):
    answer, _ = run(interpreter, module().replace(*change), X)
    assert not answer["ok"] and answer["code"] == "out_of_bounds", answer
    assert f"kernel add_one: {verb} outside of memory" in answer["message"]
    assert words in answer["message"] and answer["line"] == line, answer


def test_reading_inside_the_same_storage_is_legal(interpreter):
    answer, output = run(interpreter, module(forward="""padded = torch.zeros(300)
        view = padded[:200]
        y = torch.empty_like(x)
        add_one[(4,)](x, y, 200, B=64)
        add_one[(4,)](view, padded[50:], 250, B=64)
        return y"""), X)
    assert answer["ok"], answer


def test_masked_lanes_may_point_anywhere(interpreter):
    text = module().replace("x + at, mask=at < n", "x + at * 99999999, mask=at < 1")
    answer, _ = run(interpreter, text, X)
    assert answer["ok"], answer


def test_uninitialised_memory_is_poisoned(interpreter):
    text = module(forward="""y = torch.empty_like(x)
        z = torch.empty(3, 4, dtype=torch.float16, device="cuda")
        add_one[(1,)](x, y, 10, B=64)
        return y, z""")
    answer, output = run(interpreter, text, X)
    assert answer["ok"] and output.metadata["outputs"] == "tuple"
    flat = output.view("output.0").reshape(-1)
    assert torch.isfinite(flat[:10]).all() and torch.isnan(flat[10:]).all()
    assert torch.isnan(output.view("output.1")).all()


def test_a_changed_input_is_reported_and_stays_in_the_child(interpreter):
    fd = given(X)
    (answer, output), = driving.run_candidate(
        interpreter, module(forward="add_one[(4,)](x, x, 200, B=64)\n        return x"),
        [("original", fd)])
    assert answer["ok"] and answer["mutated_inputs"]
    assert torch.equal(bundle.Bundle(output).view("output.0"), X + 1)
    assert torch.equal(bundle.Bundle(fd).view("input.0"), X)


def test_autotuned_kernels_use_another_configuration_for_each_input(interpreter):
    kernel = "@triton.autotune(configs=[triton.Config({'B': 64}), triton.Config({'B': 128})], " \
        "key=['n'])\n" + KERNEL
    text = module(kernel, FORWARD.replace(", B=64)", ")").replace(
        "(triton.cdiv(x.numel(), 64),)", "lambda m: (triton.cdiv(x.numel(), m['B']),)"))
    answers = driving.run_candidate(interpreter, text, [("a", given(X)), ("b", given(X))])
    assert [answer["programs"] for answer, _ in answers] == [4, 2]
    assert all(torch.equal(bundle.Bundle(output).view("output.0"), X + 1)
               for _, output in answers)


def test_heuristics_lambda_grids_and_device_functions(interpreter):
    kernel = "@triton.jit\ndef one(v):\n    return v + 1.0\n\n" \
        "@triton.heuristics({'B': lambda a: 32 if a['n'] > 100 else 16})\n" \
        + KERNEL.replace("value + 1.0", "one(value)")
    text = module(kernel, FORWARD.replace(", B=64)", ")").replace(
        "(triton.cdiv(x.numel(), 64),)", "lambda m: (triton.cdiv(x.numel(), m['B']),)"))
    answer, output = run(interpreter, text, X)
    assert answer["programs"] == 7 and torch.equal(output.view("output.0"), X + 1)


def test_dot_reductions_and_two_dimensional_blocks(interpreter):
    kernel = """@triton.jit
def gram(x, y, M, K, B: tl.constexpr):
    r = tl.arange(0, B)
    inside = (r[:, None] < M) & (r[None, :] < K)
    a = tl.load(x + r[:, None] * K + r[None, :], mask=inside, other=0.0)
    product = tl.dot(a, tl.trans(a))
    top = tl.max(product, axis=1)
    at = tl.argmax(product, axis=1)
    total = tl.sum(tl.where(r[None, :] < M, product, 0.0), axis=1)
    tl.store(y + r, total + top + at.to(tl.float32), mask=r < M)

"""
    x = torch.randn(12, 10)
    answer, output = run(interpreter, module(
        kernel, "y = torch.empty(12)\n        gram[(1,)](x, y, 12, 10, B=16)\n        return y"), x)
    product = x @ x.t()
    # Rows past M are zero and take part in the maximum.
    padded = torch.zeros(12, 16)
    padded[:, :12] = product
    wanted = product.sum(1) + padded.max(1).values + padded.argmax(1)
    assert torch.allclose(output.view("output.0"), wanted, atol=1e-4)


def test_libdevice_runs_and_what_cannot_run_is_not_judged(interpreter):
    head = "from triton.language.extra import libdevice\n"
    text = head + module(KERNEL.replace("value + 1.0", "libdevice.tanh(value)"))
    answer, output = run(interpreter, text, X)
    assert torch.allclose(output.view("output.0"), torch.tanh(X), atol=1e-6)
    text = head + module(KERNEL.replace("value + 1.0", "libdevice.j0(value)"))
    answer, _ = run(interpreter, text, X)
    assert answer["code"] == "not_judgeable_here" and "j0" in answer["message"]
    assembly = "tl.inline_asm_elementwise('mov.b32 $0, $1;', '=r,r', [value], tl.float32, True, 1)"
    answer, _ = run(interpreter, module(KERNEL.replace("value + 1.0", assembly)), X)
    assert answer["code"] == "not_judgeable_here", answer


def test_half_precision_and_integers(interpreter):
    half = X.half()
    answer, output = run(interpreter, module(), half, dtype="float16")
    assert torch.equal(output.view("output.0"), half + 1)
    numbers = torch.arange(-20, 20, dtype=torch.int32)
    answer, output = run(interpreter, module(KERNEL.replace("1.0", "1").replace("0.0", "0")),
                         numbers)
    assert torch.equal(output.view("output.0"), numbers + 1)


def test_bfloat16_rounds_like_torch(interpreter):
    kernel = """@triton.jit
def half(x, y, z, n, B: tl.constexpr):
    at = tl.arange(0, B)
    value = tl.load(x + at, mask=at < n, other=0.0)
    tl.store(y + at, tl.maximum(value * value + 0.1, -value), mask=at < n)
    square = tl.reshape(value, (16, 16))
    product = tl.dot(square, tl.trans(square))
    at2 = tl.arange(0, 16)[:, None] * 16 + tl.arange(0, 16)[None, :]
    tl.store(z + at2, product)

"""
    forward = "y, z = torch.empty_like(x), torch.empty(16, 16, dtype=x.dtype)\n" \
        "        half[(1,)](x, y, z, 256, B=256)\n        return y, z"
    x = torch.randn(256).bfloat16()
    answer, output = run(interpreter, module(kernel, forward), x, dtype="bfloat16")
    assert answer["ok"], answer
    step = x * x + torch.tensor(0.1).bfloat16()
    assert torch.equal(output.view("output.0"), torch.maximum(step, -x))
    wide = x.float().view(16, 16)
    assert torch.equal(output.view("output.1"), (wide @ wide.t()).bfloat16())


def test_parameters_come_from_the_reference(interpreter):
    weight, bias = torch.randn(25), torch.randn(25)
    state = {"fc.weight": weight, "fc.bias": bias}
    kernel = KERNEL.replace("(x, y, n", "(x, w, y, n").replace(
        "value + 1.0", "value + tl.load(w + at % 25)")
    forward = "y = torch.empty_like(x)\n" \
        "        add_one[(4,)](x, self.{}, y, x.numel(), B=64)\n        return y"
    named = module(kernel, forward.format("fc.weight"), init="self.fc = torch.nn.LayerNorm(25)")
    other = module(kernel, forward.format("scale"), init="self.scale = torch.nn.Parameter("
                   "torch.ones(25)); self.shift = torch.nn.Parameter(torch.ones(25))")
    for text in (named, other):
        answer, output = run(interpreter, text, X, state=state)
        assert torch.equal(output.view("output.0"), X + weight), answer


def test_constructor_arguments_and_seed(interpreter):
    init = {"args": [{"tuple": [2, 3]}, None], "kwargs": {"scale": 2.5}}
    text = module(init="assert args == ((2, 3), None) and kwargs == {'scale': 2.5}; "
                       "self.noise = torch.randn(3)",
                  forward="add_one[(4,)](x, x, 3, B=64)\n        return self.noise.clone()")
    answer, output = run(interpreter, text, X, init=init)
    torch.manual_seed(5)
    assert torch.equal(output.view("output.0"), torch.randn(3)), answer


def test_scalar_and_tuple_arguments(interpreter):
    text = module(KERNEL.replace("1.0", "step").replace("n, B", "n, step, B"),
                  "y = torch.empty_like(x)\n        add_one[(4,)](x, y, x.numel(), k, B=64)\n"
                  "        return [y, y]", arguments="x, k")
    answer, output = run(interpreter, text, X, 2.5)
    assert output.metadata["outputs"] == "tuple"
    assert torch.equal(output.view("output.1"), X + 2.5)


@pytest.mark.parametrize("forward, code, words", [
    ("return x", "no_kernel_launch", "launches no"),
    ("y = torch.empty_like(x)\n        add_one[(4,)](x, y, 0, B=64)\n        return y",
     "no_kernel_launch", "store nothing"),
    ("y = torch.empty_like(x)\n        add_one[(0,)](x, y, 9, B=64)\n        return y",
     "no_kernel_launch", "store nothing"),
    (FORWARD.replace("return y", "return None"), "wrong_type", "NoneType"),
    (FORWARD.replace("return y", "return [y, 3.0]"), "wrong_type", "output 1 is a float"),
    (FORWARD.replace("return y", "return y.to_sparse()"), "torch_fallback", "to_sparse"),
    (FORWARD.replace("return y", "return torch.sigmoid(y)"), "torch_fallback", "sigmoid"),
    (FORWARD.replace("return y", "return y.tolist()"), "torch_fallback", "tolist"),
    (FORWARD.replace("return y", "raise ValueError('no')"), "runtime_error", "ValueError: no"),
    (FORWARD.replace("return y", "y.no_such()"), "runtime_error", "no_such"),
    (FORWARD.replace("x, y, x.numel()", "x, y"), "runtime_error", "'n'"),
    (FORWARD.replace("(triton.cdiv(x.numel(), 64),)", "(9 * 10**6,)"), "not_judgeable_here",
     "programs"),
])
def test_reasons(interpreter, forward, code, words):
    answer, _ = run(interpreter, module(forward=forward), X)
    assert not answer["ok"] and answer["code"] == code, answer
    assert words in answer["message"], answer


def test_a_tensor_subclass_is_refused(interpreter):
    text = module(forward=FORWARD.replace("return y", "return y.as_subclass(Sly)")).replace(
        "class ModelNew", "class Sly(torch.Tensor):\n    pass\n\nclass ModelNew")
    answer, _ = run(interpreter, text, X)
    assert answer["code"] == "wrong_type" and "Sly" in answer["message"]


def test_errors_in_kernels_name_kernel_and_line(interpreter):
    answer, _ = run(interpreter, module(KERNEL.replace("value + 1.0", "value + nothing")), X)
    assert answer["code"] == "runtime_error" and answer["line"] == 9
    assert answer["message"].startswith("kernel add_one: NameError")


def test_best_system_lets_torch_help(interpreter):
    text = module(forward=FORWARD.replace("return y", "return torch.relu(y)"))
    answer, output = run(interpreter, text, X, policy="best-system")
    assert answer["torch_ops"] == ["aten.relu"]
    assert torch.equal(output.view("output.0"), torch.relu(X + 1))


def test_an_import_error_is_told_for_the_first_input(interpreter):
    answer, _ = run(interpreter, "import torch\n1 / 0\n", X)
    assert answer["code"] == "import_error" and answer["line"] == 2


def test_bundles_survive_a_round_trip():
    tensors = {"a.0": torch.randn(3, 5).t(), "b": torch.arange(7), "empty": torch.empty(0, 4),
               "half": torch.randn(64).bfloat16(), "flag": torch.tensor(True)}
    fd = bundle.create("x", tensors, {"note": "é"})
    read = bundle.Bundle(fd)
    os.close(fd)
    assert read.metadata == {"note": "é"} and set(read.names()) == set(tensors)
    for name, value in tensors.items():
        assert read.view(name).dtype == value.dtype and torch.equal(read.view(name), value)
    assert read.tensor("half").data_ptr() % 64 == 0


def test_the_range_check_finds_the_storage():
    from memory_guard import MemoryGuard, OutOfBounds
    guard = MemoryGuard()
    first, second = torch.zeros(10), torch.zeros(20)
    guard.begin_launch("k", [("first", first), ("second", second)])
    base = numpy.uint64(second.data_ptr())
    pointers = base + numpy.arange(20, dtype=numpy.uint64) * numpy.uint64(4)
    assert guard.check(pointers, numpy.ones(20, bool), 4, "store") == 20
    with pytest.raises(OutOfBounds, match="element 20 of second, which has 20"):
        guard.check(pointers + numpy.uint64(4), numpy.ones(20, bool), 4, "store")
    guard.check(pointers + numpy.uint64(4), numpy.arange(20) < 19, 4, "store")
    both = numpy.array([first.data_ptr(), second.data_ptr()], dtype=numpy.uint64)
    assert guard.check(both, None, 4, "load") == 2

# SPDX-License-Identifier: GPL-3.0-or-later
"""Forwards of candidates: values, checks on memory, and a reason for everything that is wrong."""

import json
import os

import driving
import pytest
import torch
from driving import given

from harness.shared import bundle

KERNEL, FORWARD = driving.ADD_ONE, driving.ADD_ONE_FORWARD


def module(kernel=KERNEL, forward=FORWARD, arguments="x", init="pass"):
    return (driving.HEAD + kernel + "class ModelNew(torch.nn.Module):\n"
            f"    def __init__(self, *args, **kwargs):\n        super().__init__()\n"
            f"        {init}\n    def forward(self, {arguments}):\n        {forward}\n")


def run(role, text, *inputs, policy="full", **more):
    (answer, output), = driving.run_candidate(role, text, [("original", given(*inputs, **more))],
                                              policy)
    return answer, bundle.Bundle(output) if answer and answer["ok"] else None


X = torch.randn(8, 25)


def test_values_and_counts(roles):
    answer, output = run(roles, module(), X)
    assert torch.equal(output.view("output.0"), X + 1)
    assert output.metadata == {"outputs": "tensor", "strides": "[[25, 1]]"}
    assert (answer["launches"], answer["programs"], answer["stores"]) == (1, 4, 200)
    assert answer["mutated"] == [] and answer["torch_ops"] == []


def test_several_inputs_in_one_child(roles):
    shapes = [(3, 4), (50, 7), (1, 1)]
    tensors = [torch.randn(shape) for shape in shapes]
    answers = driving.run_candidate(roles, module(), [
        (f"variant {index}", given(x)) for index, x in enumerate(tensors)])
    assert [answer["variant"] for answer, _ in answers] == ["variant 0", "variant 1", "variant 2"]
    for x, (answer, output) in zip(tensors, answers):
        assert torch.equal(bundle.Bundle(output).view("output.0"), x + 1)


@pytest.mark.parametrize("change, verb, words, line", [
    (("mask=at < n, other=0.0", ""), "load", "element 200 of x, which has 200", 8),
    (("value + 1.0, mask=at < n", "value"), "store", "element 200 of y, which has 200", 9),
    (("x + at, mask=at < n", "x + at - 1, mask=at < n"), "load", "element -1 of x", 8),
    (("tl.store(y + at", "tl.atomic_add(y + at + n"), "atomic", "of y, which has 200", 9),
    (("x + at, mask=at < n", "x + at * 1000000000, mask=at < n"), "load", "far from", 8),
])
def test_out_of_bounds(roles, change, verb, words, line):
    answer, _ = run(roles, module().replace(*change), X)
    assert not answer["ok"] and answer["code"] == "out_of_bounds", answer
    assert f"kernel add_one: {verb} outside of memory" in answer["message"]
    assert words in answer["message"] and answer["line"] == line, answer


def test_reading_inside_the_same_storage_is_legal(roles):
    answer, output = run(roles, module(forward="""padded = torch.zeros(300, device='cuda')
        view = padded[:200]
        y = torch.empty_like(x)
        add_one[(4,)](x, y, 200, B=64)
        add_one[(4,)](view, torch.empty(250, device='cuda'), 250, B=64)
        return y"""), X)
    assert answer["ok"], answer


def test_masked_lanes_may_point_anywhere(roles):
    text = module().replace("x + at, mask=at < n", "x + at * 99999999, mask=at < 1")
    answer, _ = run(roles, text, X)
    assert answer["ok"], answer


def test_uninitialised_memory_is_poisoned(roles):
    text = module(forward="""y = torch.empty_like(x)
        z = torch.empty(3, 4, dtype=torch.float16, device="cuda")
        add_one[(1,)](x, y, 10, B=64)
        return y, z""")
    answer, output = run(roles, text, X)
    assert answer["ok"] and output.metadata["outputs"] == "tuple"
    flat = output.view("output.0").reshape(-1)
    assert torch.isfinite(flat[:10]).all() and torch.isnan(flat[10:]).all()
    assert torch.isnan(output.view("output.1")).all()


def test_a_changed_input_is_reported_and_stays_in_the_child(roles):
    fd = given(X)
    (answer, output), = driving.run_candidate(
        roles, module(forward="add_one[(4,)](x, x, 200, B=64)\n        return x"),
        [("original", fd)])
    assert answer["ok"] and answer["mutated"] == ["input.0"]
    assert torch.equal(bundle.Bundle(output).view("output.0"), X + 1)
    assert torch.equal(bundle.Bundle(fd).view("input.0"), X)


def test_an_input_that_torch_puts_back_was_stored_into(roles):
    answer, _ = run(roles, module(forward="""kept = x.clone()
        add_one[(4,)](x, x, 200, B=64)
        y = x.clone()
        x.copy_(kept)
        return y"""), X)
    assert answer["ok"] and answer["mutated"] == ["input.0"]


def test_autotuned_kernels_use_another_configuration_for_each_input(roles):
    kernel = "@triton.autotune(configs=[triton.Config({'B': 64}), triton.Config({'B': 128})], " \
        "key=['n'])\n" + KERNEL
    text = module(kernel, FORWARD.replace(", B=64)", ")").replace(
        "(triton.cdiv(x.numel(), 64),)", "lambda m: (triton.cdiv(x.numel(), m['B']),)"))
    answers = driving.run_candidate(roles, text, [("a", given(X)), ("b", given(X))])
    first, second = (answer["programs"] for answer, _ in answers)
    assert first == 6 and second in (2, 4)  # both, one of them to measure it; then one
    assert all(torch.equal(bundle.Bundle(output).view("output.0"), X + 1)
               for _, output in answers)


def tuned(configs, kernel=KERNEL):
    """A candidate whose kernel has these configurations, each a text inside of triton.Config()."""
    listed = ", ".join(f"triton.Config({config})" for config in configs)
    return module(f"@triton.autotune(configs=[{listed}], key=['n'])\n" + kernel,
                  FORWARD.replace(", B=64)", ")").replace(
                      "(triton.cdiv(x.numel(), 64),)", "lambda m: (triton.cdiv(x.numel(), m['B']),)"))


def test_an_autotuner_that_is_made_anew_in_each_call_runs_the_same_where_values_alone_are_new(roles):
    forward = """@triton.autotune(configs=[triton.Config({'B': b}) for b in (32, 64, 128)], key=['n'])
        @triton.jit
        def add_one(x, y, n, B: tl.constexpr):
            at = tl.program_id(0) * B + tl.arange(0, B)
            tl.store(y + at, tl.load(x + at, mask=at < n, other=0.0) + 1.0, mask=at < n)
        y = torch.empty_like(x)
        add_one[lambda m: (triton.cdiv(x.numel(), m['B']),)](x, y, x.numel())
        return y"""
    candidate = driving.Candidate(roles, module("", forward))
    assert candidate.static()["passed"]
    programs = []
    for again in (False, True, True):
        output = driving.memfd()
        answer, _ = candidate.forward("run", "original", given(X), output, again=again)
        assert answer["ok"], answer
        assert torch.equal(bundle.Bundle(output).view("output.0"), X + 1)
        programs.append(answer["programs"])
    candidate.finish()
    assert programs[1] == programs[2] and programs[0] > programs[1], programs  # one more is measured at first


def test_a_configuration_beyond_the_compiled_ones_is_run_too(roles):
    kernel = KERNEL.replace("B: tl.constexpr", "B: tl.constexpr, C: tl.constexpr").replace("+ 1.0", "+ (2.0 if C == 8 else 1.0)")
    text = tuned([f"{{'B': 64, 'C': {number}}}" for number in range(9)], kernel)
    answers = driving.run_candidate(roles, text, [(str(number), given(X)) for number in range(9)])
    right = [torch.equal(bundle.Bundle(output).view("output.0"), X + 1) for _, output in answers]
    assert right.count(False) == 1, right


@pytest.mark.parametrize("kernel", [
    KERNEL.replace("    at = tl", "    tl.static_assert(B < 256)\n    at = tl"), KERNEL], ids=["asserted", "too_large"])
def test_configurations_that_cannot_be_are_passed_over(roles, kernel):
    text = tuned(["{'B': 64}", "{'B': 1 << 18}, num_warps=4"], kernel)
    answers = driving.run_candidate(roles, text, [("a", given(X)), ("b", given(X))])
    assert all(torch.equal(bundle.Bundle(output).view("output.0"), X + 1) for _, output in answers)


def test_limits_hold_for_every_launch_not_for_the_traced_ones_alone(roles):
    text = module(forward=FORWARD.replace("(triton.cdiv(x.numel(), 64),)", "(4, 1, 70000 if x.shape[0] > 8 else 1)"))
    answers = driving.run_candidate(roles, text, [("a", given(X)), ("b", given(torch.randn(9, 25)))])
    assert answers[0][0]["ok"] and answers[1][0]["code"] == "out_of_resources", answers


SUMS = """@triton.jit
def add(x, y, n, B: tl.constexpr):
    at = tl.program_id(0) * B + tl.arange(0, B)
    inside = at < n
    tl.atomic_add(y + at, tl.load(x + at, mask=inside) + 1.0, mask=inside)

"""


@pytest.mark.parametrize("keeps", [
    ", reset_to_zero=['y']", ", restore_value=['y']", None], ids=["reset", "restored", "neither"])
def test_measuring_leaves_behind_what_it_leaves_under_triton(roles, keeps):
    tuner = "@triton.autotune(configs=[triton.Config({'B': 64}), triton.Config({'B': 128})], " \
        f"key=['n']{keeps or ''})\n"
    text = module(tuner + SUMS, "y = torch.zeros_like(x)\n        add[lambda m: (triton.cdiv("
                  "x.numel(), m['B']),)](x, y, x.numel())\n        return y")
    answers = driving.run_candidate(roles, text, [("a", given(X)), ("b", given(X))])
    times = 1 if keeps else 2  # added, where the first call measures
    for (_, output), count in zip(answers, (times, 1)):
        assert torch.equal(bundle.Bundle(output).view("output.0"), (X + 1) * count)


@pytest.mark.parametrize("keeps", [", restore_value=['y']", ""], ids=["restored", "neither"])
def test_measuring_is_seen_of_a_kernel_that_runs_behind_the_first_forward_alone(roles, keeps):
    tuner = "@triton.autotune(configs=[triton.Config({'B': 64}), triton.Config({'B': 128})], " \
        f"key=['n']{keeps})\n"
    text = module(tuner + SUMS, "y = torch.zeros_like(x)\n        if x.numel() < 500:\n            return copied(x)\n"
                  "        add[lambda m: (triton.cdiv(x.numel(), m['B']),)](x, y, x.numel())\n        return y").replace(
        "class ModelNew", """@triton.jit
def copy(x, y, n, B: tl.constexpr):
    at = tl.program_id(0) * B + tl.arange(0, B)
    tl.store(y + at, tl.load(x + at, mask=at < n), mask=at < n)

def copied(x):
    y = torch.empty_like(x)
    copy[(triton.cdiv(x.numel(), 64),)](x, y, x.numel(), B=64)
    return y

class ModelNew""")
    large = torch.arange(600, dtype=torch.float32)
    answers = driving.run_candidate(roles, text, [("a", given(X)), ("b", given(large)), ("c", given(large))])
    for (_, output), expected in zip(answers, (X, (large + 1) * (1 if keeps else 2), large + 1)):
        assert torch.equal(bundle.Bundle(output).view("output.0"), expected)


@pytest.mark.parametrize("sizes, launches", [((64,), [1, 1]), ((64, 128), [3, 1])],
                         ids=["one", "two"])
def test_tuning_measures_where_there_is_a_choice(roles, sizes, launches):
    configs = ", ".join(f"triton.Config({{'B': {size}}})" for size in sizes)
    tuner = f"@triton.autotune(configs=[{configs}], key=['n'], reset_to_zero=['y'])\n"
    candidate = driving.Candidate(roles, module(
        tuner + SUMS, "y = torch.zeros_like(x)\n        add[lambda m: (triton.cdiv("
        "x.numel(), m['B']),)](x, y, x.numel())\n        return y"))
    assert candidate.static()["passed"]
    for mode, count in zip(("tune", "run"), launches):
        output = driving.memfd()
        answer, _ = candidate.forward(mode, "original", given(X), output)
        assert answer["ok"] and answer["launches"] == count, answer
        assert torch.equal(bundle.Bundle(output).view("output.0"), X + 1)
    candidate.finish()


@pytest.mark.parametrize("last, code", [("add_one[(triton.cdiv(x.numel(), b),)](x, y, x.numel(), B=b)", "ok"), ("pass", "no_kernel_launch")])
def test_what_a_candidate_launches_to_choose_for_itself_is_measured(roles, last, code):
    """Each call launches the chosen one; the others are launched in the first alone."""
    forward = f"""y = torch.empty_like(x)
        if self.b is None:
            times = {{b: triton.testing.do_bench(lambda: add_one[(triton.cdiv(x.numel(), b),)](x, y, x.numel(), B=b), rep=5) for b in (32, 64, 128)}}
            self.b = min(times, key=times.get)
        b = self.b
        {last}
        return y"""
    candidate = driving.Candidate(roles, module(forward=forward, init="self.b = None"))
    assert candidate.static()["passed"]
    output = driving.memfd()
    answer, _ = candidate.forward("run", "original", given(X), output)
    candidate.finish()
    assert answer.get("code", "ok") == code, answer
    assert code != "ok" or torch.equal(bundle.Bundle(output).view("output.0"), X + 1)


def test_heuristics_lambda_grids_and_device_functions(roles):
    kernel = "@triton.jit\ndef one(v):\n    return v + 1.0\n\n" \
        "@triton.heuristics({'B': lambda a: 32 if a['n'] > 100 else 16})\n" \
        + KERNEL.replace("value + 1.0", "one(value)")
    text = module(kernel, FORWARD.replace(", B=64)", ")").replace(
        "(triton.cdiv(x.numel(), 64),)", "lambda m: (triton.cdiv(x.numel(), m['B']),)"))
    answer, output = run(roles, text, X)
    assert answer["programs"] == 7 and torch.equal(output.view("output.0"), X + 1)


def test_dot_reductions_and_two_dimensional_blocks(roles):
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
    answer, output = run(roles, module(
        kernel, "y = torch.empty(12, device='cuda')\n        gram[(1,)](x, y, 12, 10, B=16)\n        return y"), x)
    product = x @ x.t()
    # Rows past M are zero and take part in the maximum.
    padded = torch.zeros(12, 16)
    padded[:, :12] = product
    wanted = product.sum(1) + padded.max(1).values + padded.argmax(1)
    assert torch.allclose(output.view("output.0"), wanted, atol=1e-4)


def test_libdevice_runs_and_what_cannot_run_is_not_judged(roles):
    head = "from triton.language.extra import libdevice\n"
    text = head + module(KERNEL.replace("value + 1.0", "libdevice.tanh(value)"))
    answer, output = run(roles, text, X)
    assert torch.allclose(output.view("output.0"), torch.tanh(X), atol=1e-6)
    assembly = "tl.inline_asm_elementwise('add.f32 $0, $1, 1.0;', '=f,f', [value], tl.float32, True, 1)"
    answer, output = run(roles, module(KERNEL.replace("value + 1.0", assembly)), X)
    assert torch.equal(output.view("output.0"), X + 1)
    assembly = "tl.inline_asm_elementwise('ld.global.f32 $0, [$1];', '=f,l', [x + at], tl.float32, False, 1)"
    answer, _ = run(roles, module(KERNEL.replace("value + 1.0", assembly)), X)
    assert answer["code"] == "not_judgeable_here" and "touches memory" in answer["message"], answer


def test_half_precision_and_integers(roles):
    half = X.half()
    answer, output = run(roles, module(), half, dtype="float16")
    assert torch.equal(output.view("output.0"), half + 1)
    numbers = torch.arange(-20, 20, dtype=torch.int32)
    answer, output = run(roles, module(KERNEL.replace("1.0", "1").replace("0.0", "0")),
                         numbers)
    assert torch.equal(output.view("output.0"), numbers + 1)


def test_bfloat16_rounds_like_torch(roles):
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
    forward = "y, z = torch.empty_like(x), torch.empty(16, 16, dtype=x.dtype, device='cuda')\n" \
        "        half[(1,)](x, y, z, 256, B=256, enable_fp_fusion=False)\n        return y, z"
    x = torch.randn(256).bfloat16()
    answer, output = run(roles, module(kernel, forward), x, dtype="bfloat16")
    assert answer["ok"], answer
    step = x * x + torch.tensor(0.1).bfloat16()
    assert torch.equal(output.view("output.0"), torch.maximum(step, -x))
    wide = x.float().view(16, 16)
    assert torch.equal(output.view("output.1"), (wide @ wide.t()).bfloat16())


def test_parameters_come_from_the_reference(roles):
    weight, bias = torch.randn(25), torch.randn(25)
    state = {"fc.weight": weight, "fc.bias": bias}
    kernel = KERNEL.replace("(x, y, n", "(x, w, y, n").replace(
        "value + 1.0", "value + tl.load(w + at % 25)")
    forward = "y = torch.empty_like(x)\n" \
        "        add_one[(4,)](x, self.{}, y, x.numel(), B=64)\n        return y"
    named = module(kernel, forward.format("fc.weight"), init="self.fc = torch.nn.LayerNorm(25)")
    other = module(kernel, forward.format("scale"), init="self.scale = torch.nn.Parameter("
                   "torch.ones(25, device='cuda')); self.shift = torch.nn.Parameter(torch.ones(25, device='cuda'))")
    for text in (named, other):
        answer, output = run(roles, text, X, state=state)
        assert torch.equal(output.view("output.0"), X + weight), answer


def test_constructor_arguments_and_seed(roles):
    init = {"args": [{"tuple": [2, 3]}, None], "kwargs": {"scale": 2.5}}
    text = module(init="assert args == ((2, 3), None) and kwargs == {'scale': 2.5}; "
                       "self.noise = torch.randn(3).cuda()",
                  forward="y = torch.empty(3, device='cuda')\n        add_one[(1,)](self.noise, y, 3, B=64)"
                          "\n        return y")
    answer, output = run(roles, text, X, init=init)
    torch.manual_seed(5)
    assert torch.equal(output.view("output.0"), torch.randn(3) + 1), answer


def test_scalar_and_tuple_arguments(roles):
    text = module(KERNEL.replace("1.0", "step").replace("n, B", "n, step, B"),
                  "y = torch.empty_like(x)\n        add_one[(4,)](x, y, x.numel(), k, B=64)\n"
                  "        return [y, y]", arguments="x, k")
    answer, output = run(roles, text, X, 2.5)
    assert output.metadata["outputs"] == "tuple"
    assert torch.equal(output.view("output.1"), X + 2.5)


@pytest.mark.parametrize("forward, code, words", [
    ("return x", "no_kernel_launch", "launches no"),
    ("y = torch.empty_like(x)\n        add_one[(4,)](x, y, 0, B=64)\n        return y",
     "no_kernel_launch", "no kernel stores"),
    ("y = torch.empty_like(x)\n        add_one[(0,)](x, y, 9, B=64)\n        return y",
     "no_kernel_launch", "no kernel stores"),
    (FORWARD.replace("return y", "return None"), "wrong_type", "NoneType"),
    (FORWARD.replace("return y", "return [y, 'three']"), "wrong_type", "an output of type str"),
    (FORWARD.replace("return y", "return y.to_sparse()"), "torch_fallback", "to_sparse"),
    (FORWARD.replace("return y", "return torch.sigmoid(y)"), "torch_fallback", "sigmoid"),
    (FORWARD.replace("return y", "return y.tolist()"), "torch_fallback", "values read on the host"),
    (FORWARD.replace("return y", "raise ValueError('no')"), "runtime_error", "ValueError: no"),
    (FORWARD.replace("return y", "y.no_such()"), "runtime_error", "no_such"),
    (FORWARD.replace("x, y, x.numel()", "x, y"), "runtime_error", "'n'"),
    (FORWARD.replace("(triton.cdiv(x.numel(), 64),)", "(9 * 10**6,)"), "not_judgeable_here",
     "programs"),
])
def test_reasons(roles, forward, code, words):
    answer, _ = run(roles, module(forward=forward), X)
    assert not answer["ok"] and answer["code"] == code, answer
    assert words in answer["message"], answer


GLUON = """import torch
from triton.experimental import gluon
from triton.experimental.gluon import language as gl

@gluon.jit
def double(x, n, B: gl.constexpr, layout: gl.constexpr):
    i = gl.program_id(0) * B + gl.arange(0, B, layout=layout)
    gl.store(x + i, 2 * gl.load(x + i, mask=i < n), mask=i < n)

class ModelNew(torch.nn.Module):
    def forward(self, x):
        y = x.clone()
        double[(1,)](y, y.numel(), 512, gl.BlockedLayout([1], [32], [4], [0]))
        return y
"""


def test_kernels_that_lay_out_registers_are_refused_by_name(roles):
    answer, _ = run(roles, GLUON, X)
    assert answer["code"] == "not_judgeable_here" and "Gluon" in answer["message"], answer


@pytest.mark.parametrize("answer, variant, more, code", [
    ("x.clone()", "unit_dims", {}, "ok"), ("x.clone()", "original", {}, "no_kernel_launch"), ("x.clone()", "new_seed", {}, "no_kernel_launch"),
    ("x.clone()", "unit_dims", {"moves_only": "1"}, "no_kernel_launch"), ("torch.zeros_like(x)", "unit_dims", {}, "no_kernel_launch"),
    ("x.abs().neg().neg()", "unit_dims", {}, "torch_fallback"), ("x.view(-1).clone()", "unit_dims", {}, "no_kernel_launch"),
    ("x.unsqueeze(1)", "unit_dims", {}, "ok"), ("x.mT.unsqueeze(1)", "unit_dims", {}, "no_kernel_launch"),
])
def test_what_leaves_nothing_to_compute_is_handed_on(roles, answer, variant, more, code):
    """One number is in order. Of a task that only moves numbers a copy is all of the work."""
    text = module(forward=f"return {answer}")
    (answer, output), = driving.run_candidate(roles, text, [(variant, given(X.abs(), variant=variant, **more))])
    assert answer.get("code", "ok") == code, answer
    assert code != "ok" or torch.equal(bundle.Bundle(output).view("output.0").reshape(X.shape), X.abs())


@pytest.mark.parametrize("moved, ok", [("x.flip(1)", True), ("x.clone()", False)])
def test_what_is_moved_nowhere_is_handed_on_by_who_moves_it_elsewhere(roles, moved, ok):
    """One column is the other way round as it is; a copy is all of the work of who copies."""
    kernel = """@triton.jit
def move(x, y, C, n, TURNS: tl.constexpr, B: tl.constexpr):
    at = tl.program_id(0) * B + tl.arange(0, B)
    source = at + C - 1 - 2 * (at % C) if TURNS else at
    tl.store(y + at, tl.load(x + source, at < n), at < n)


"""
    forward = f"""y = x.clone()
        if x.shape[1] > 1:
            move[(4,)](x, y, x.shape[1], x.numel(), {ok}, B=64)
        return y"""
    names = ("original", "unit_dims")
    answers = driving.run_candidate(roles, module(kernel, forward), [
        (name, given(x, variant=name, moves_only="1")) for name, x in zip(names, (X, X[:, :1].clone()))])
    assert torch.equal(bundle.Bundle(answers[0][1]).view("output.0"), X.flip(1) if ok else X)
    assert answers[1][0].get("code", "ok") == ("ok" if ok else "no_kernel_launch"), answers


@pytest.mark.parametrize("answer, variant, more, code", [
    ("x.new_empty(0, 3)", "tiny", {}, "ok"), ("x.new_empty(0, 3)", "tiny", {"moves_only": "1"}, "ok"), ("x[:0]", "tiny", {}, "ok"),
    ("x.new_empty(0, 3)", "original", {}, "no_kernel_launch"), ("x.new_empty(0, 3), x.new_zeros(3)", "tiny", {}, "no_kernel_launch"),
])
def test_an_answer_without_elements_needs_no_launch(roles, answer, variant, more, code):
    text = module(forward=f"return {answer}")
    (answer, _), = driving.run_candidate(roles, text, [(variant, given(X, variant=variant, **more))])
    assert answer.get("code", "ok") == code, answer


@pytest.mark.parametrize("variant, ok", [("original", False), ("new_seed", False), ("unit_dims", True)])
def test_kernels_may_have_nothing_to_store_beside_the_tasks_own_inputs(roles, variant, ok):
    forward = """y, scratch = torch.zeros_like(x), torch.empty_like(x)
        add_one[(4,)](x, scratch, x.numel(), B=64)
        add_one[(4,)](x, y, 0, B=64)
        return y"""
    (answer, _), = driving.run_candidate(roles, module(forward=forward), [(variant, given(X, variant=variant))])
    assert answer["ok"] == ok and (ok or answer["code"] == "no_kernel_launch"), answer


@pytest.mark.parametrize("expected, answer, is_right", [
    (["tensor", ["tensor", "tensor"]], "y, (y + 0, x)", True),
    (["tensor", ["tensor", "tensor"]], "[y, [x, x]]", True),
    (["tensor", ["tensor", "tensor"]], "y, x, x", False),
    (["tensor", "number"], "y, x.shape[0] * 2.5", True),
    (["tensor", "number"], "y, torch.full((), 2.5, device=x.device)", True),
    (["tensor", "tensor"], "y, 2.5", False),
    (["tensor", "complex"], "y, torch.view_as_complex(y.view(100, 2))", True),
    (["tensor", "tensor"], "y, torch.view_as_complex(y.view(100, 2))", False),
    (["tensor", "complex"], "y, y.view(100, 2)", False),
    (["tensor", None], "y, None", True),
    (["tensor", None], "y", False),
    ({"one": "tensor", "other": {"2": None}}, "{'other': {2: None}, 'one': y}", True),
    ({"one": "tensor", "other": "tensor"}, "[y, x]", False),
    ({"one": "tensor"}, "{'two': y}", False),
])
def test_an_answer_lies_as_the_reference_has_it(roles, expected, answer, is_right):
    forward = FORWARD.replace("return y", "return " + answer.replace("y + 0", "y.clone()"))
    got, _ = run(roles, module(forward=forward), X, form=json.dumps(expected))
    assert got["ok"] if is_right else got["code"] == "wrong_type" and "is expected" in got["message"], got


def test_complex_numbers_are_pairs_for_the_judge_and_themselves_for_the_candidate(roles):
    forward = FORWARD.replace("return y", "assert z.dtype == torch.complex64 == self.w.dtype\n        return z, y")
    source = module(forward=forward, arguments="x, z", init="self.register_buffer('w', torch.zeros(3, dtype=torch.complex64))")
    z = torch.randn(4, 5, dtype=torch.complex64)
    answer, output = run(roles, source, X, z, state={"w": torch.randn(3, dtype=torch.complex64)}, form='["complex", "tensor"]')
    assert answer["ok"] and torch.equal(output.copy("output.0"), z) and output.metadata["complex"] == '["output.0"]', answer


def test_a_model_is_a_module_where_the_reference_is_one(roles):
    source = module().replace("class ModelNew(torch.nn.Module)", "class ModelNew").replace("def forward", "def __call__") \
        .replace("super().__init__()", "pass")
    for is_module, code in (("0", "ok"), ("1", "wrong_type")):
        answer, _ = run(roles, source, X, module=is_module)
        assert answer.get("code", "ok") == code, answer


def test_a_tensor_subclass_is_refused(roles):
    text = module(forward=FORWARD.replace("return y", "return y.as_subclass(Sly)")).replace(
        "class ModelNew", "class Sly(torch.Tensor):\n    pass\n\nclass ModelNew")
    answer, _ = run(roles, text, X)
    assert answer["code"] == "wrong_type" and "Sly" in answer["message"]


def test_errors_in_kernels_name_kernel_and_line(roles):
    answer, _ = run(roles, module(KERNEL.replace("value + 1.0", "value + nothing")), X)
    assert answer["code"] == "compile_error" and answer["line"] == 9
    assert answer["message"].startswith("kernel add_one: NameError")


def test_best_system_lets_torch_help(roles):
    text = module(forward=FORWARD.replace("return y", "return torch.relu(y)"))
    answer, output = run(roles, text, X, policy="best-system")
    assert answer["torch_ops"] == ["aten.relu"]
    assert torch.equal(output.view("output.0"), torch.relu(X + 1))


@pytest.mark.parametrize("made", [
    "BatchNorm1d(25)", "Linear(25, 6)", "GroupNorm(5, 25)", "Conv1d(25, 3, 1)"])
def test_best_system_lets_torch_go_on_with_its_weights(roles, made):
    layer = eval(f"torch.nn.{made}")
    x = torch.randn(4, 25, 1) if "Conv" in made else torch.randn(4, 25)
    state = {f"layer.{name}": value.detach().clone() for name, value in layer.state_dict().items()}
    text = module(forward=FORWARD.replace("return y", "return self.layer(y)"), init=f"self.layer = torch.nn.{made}")
    answer, output = run(roles, text, x, policy="best-system", state=state)
    assert answer["ok"], answer
    torch.testing.assert_close(output.view("output.0"), layer(x + 1).detach())


def test_best_system_asks_for_kernels_that_the_answer_hangs_on(roles):
    text = module(forward=FORWARD.replace("return y", "return torch.relu(x + 1) + 0 * y"))
    answer, _ = run(roles, text, X, policy="best-system")
    assert answer["code"] == "no_kernel_launch" and answer["message"] == "no kernel stores into what forward returns"


def test_recurrent_layers_have_the_weights_of_the_reference(roles):
    """They hold weak references on their weights, and ask for cuDNN where torch has a GPU."""
    layer = torch.nn.LSTM(25, 6)
    state = {f"rnn.{name}": value.detach() for name, value in layer.named_parameters()}
    text = module(forward="h = self.rnn(x)[0]\n        y = torch.empty_like(h)\n"
                          "        add_one[(1,)](h, y, h.numel(), B=64)\n        return y",
                  init="self.rnn = torch.nn.LSTM(25, 6)")
    answer, output = run(roles, text, X, policy="best-system", state=state)
    torch.testing.assert_close(output.view("output.0"), layer(X)[0].detach() + 1)


@pytest.mark.parametrize("layer", ["GRU(25, 6, batch_first=True)", "RNN(25, 6, 2, batch_first=True)"])
def test_recurrent_layers_may_turn_their_answer_in_place(roles, layer):
    made = eval(f"torch.nn.{layer}")
    state = {f"rnn.{name}": value.detach() for name, value in made.named_parameters()}
    text = module(forward="h = self.rnn(x)[0].contiguous()\n        y = torch.empty_like(h)\n"
                          "        add_one[(1,)](h, y, h.numel(), B=64)\n        return y",
                  init=f"self.rnn = torch.nn.{layer}")
    x = torch.randn(2, 5, 25)
    answer, output = run(roles, text, x, policy="best-system", state=state)
    torch.testing.assert_close(output.view("output.0"), made(x)[0].detach() + 1)


@pytest.mark.parametrize("call", ["transpose_(0, 1)", "t_()", "swapaxes_(0, 1)", "swapdims_(-1, 0)", "unsqueeze_(1)",
                                  "unsqueeze_(0).squeeze_(0)", "unsqueeze_(0).unsqueeze_(-1).squeeze_()",
                                  "as_strided_((4, 5), (1, 4))", "t_().unsqueeze_(0).transpose_(0, 2)"])
def test_views_may_be_made_in_place(roles, call):
    """The tensor itself has other sizes then, for the host and for the device."""
    text = module(forward=FORWARD.replace("return y", f"z = y.{call}\n        assert z is y\n        return y.view(y.shape)"))
    answer, output = run(roles, text, X)
    expected = eval(f"(X + 1).{call}")
    assert torch.equal(output.view("output.0"), expected) and output.view("output.0").shape == expected.shape
    assert answer["torch_ops"] == []


def test_a_kernel_stores_into_a_tensor_that_was_turned_in_place(roles):
    text = module(forward=FORWARD.replace("        add_one", "        y.t_()\n        add_one").replace("return y", "return y.t()"))
    answer, output = run(roles, text, X)
    assert torch.equal(output.view("output.0"), X + 1) and answer["mutated"] == []


@pytest.mark.parametrize("layer", ["BatchNorm1d(25)", "InstanceNorm1d(25, track_running_stats=True)"])
def test_running_statistics_are_updated_once(roles, layer):
    """Torch writes into them, whatever the schema says, and does so once more when a planned forward is executed."""
    made = eval(f"torch.nn.{layer}")
    state = {f"norm.{name}": value.detach().clone() for name, value in made.state_dict().items()}
    text = module(forward="h = self.norm(x)\n        y = torch.empty_like(h)\n"
                          "        add_one[(triton.cdiv(h.numel(), 64),)](h, y, h.numel(), B=64)\n        return y",
                  init=f"self.norm = torch.nn.{layer}")
    x = torch.randn(3, 25, 4) + 2
    answer, output = run(roles, text, x, policy="best-system", state=state)
    torch.testing.assert_close(output.view("output.0"), made(x).detach() + 1)
    assert set(answer["mutated"]) >= {"state.norm.running_mean", "state.norm.running_var"}
    for name in ("running_mean", "running_var"):
        torch.testing.assert_close(output.view(f"effect.state.norm.{name}"), made.state_dict()[name])


@pytest.mark.parametrize("kept", ["weight_norm", "parametrizations.weight_norm", "spectral_norm"])
def test_weights_may_be_computed_by_the_constructor(roles, kept):
    """What it computes of its parameters does not keep those of the reference from taking their place."""
    text = module(forward="h = self.layer(x)\n        y = torch.empty_like(h)\n"
                          "        add_one[(1,)](h, y, h.numel(), B=64)\n        return y",
                  init=f"self.layer = torch.nn.utils.{kept}(torch.nn.Linear(25, 6)).eval()")
    layer = eval(f"torch.nn.utils.{kept}(torch.nn.Linear(25, 6)).eval()")
    state = {f"layer.{name}": value.detach().clone() for name, value in layer.state_dict().items()}
    answer, output = run(roles, text, X, policy="best-system", state=state, train_mode="0")
    torch.testing.assert_close(output.view("output.0"), layer(X).detach() + 1)


def test_forward_sees_whether_gradients_are_on(roles):
    text = module(forward="assert torch.is_grad_enabled()\n        " + FORWARD)
    answer, output = run(roles, text, X, gradients="1")
    assert torch.equal(output.view("output.0"), X + 1)
    answer, _ = run(roles, text, X, gradients="0")
    assert answer["code"] == "runtime_error"


def test_an_import_error_is_told_for_the_first_input(roles):
    answer, _ = run(roles, module() + "1 / 0\n", X)
    assert answer["code"] == "import_error" and answer["line"] == module().count("\n") + 1


def test_bundles_survive_a_round_trip():
    tensors = {"a.0": torch.randn(3, 5).t(), "b": torch.arange(7), "empty": torch.empty(0, 4),
               "half": torch.randn(64).bfloat16(), "flag": torch.tensor(True), "complex": torch.randn(3, 2, dtype=torch.complex64).conj(),
               "none": torch.empty(0, dtype=torch.complex128), "one": torch.randn((), dtype=torch.complex128)}
    fd = bundle.create("x", tensors, {"note": "é"})
    read = bundle.Bundle(fd)
    os.close(fd)
    assert read.metadata["note"] == "é" and set(read.names()) == set(tensors)
    for name, value in tensors.items():
        assert read.view(name).dtype == value.dtype and torch.equal(read.view(name), value)
    assert read.tensor("half").data_ptr() % 64 == 0


@pytest.mark.parametrize("count, ok", [(20, True), (21, False)])
def test_lanes_of_one_load_may_point_into_several_storages(roles, count, ok):
    kernel = """@triton.jit
def joined(x, z, y, n, B: tl.constexpr):
    at = tl.arange(0, B)
    value = tl.load(tl.where(at < 8, x + at, z + at - 8), mask=at < 8 + n)
    tl.store(y + at, value, mask=at < 8 + n)

"""
    z = torch.randn(20)
    forward = f"y = torch.empty(40, device='cuda')\n        joined[(1,)](x, z, y, {count}, B=64)\n        return y"
    answer, output = run(roles, module(kernel, forward, arguments="x, z"), X, z)
    assert answer["ok"] == ok, answer
    if ok:
        assert torch.equal(output.view("output.0")[:28], torch.cat([X.reshape(-1)[:8], z]))
    else:
        assert answer["code"] == "out_of_bounds" and "element 20 of z, which has 20" in answer["message"], answer


# ---- what only a device that is somewhere else can know -----------------------------------------


@pytest.mark.parametrize("forward, words", [
    ("import numpy\n        y = torch.from_numpy(numpy.asarray(x.cpu()) + 1)\n"
     "        add_one[(1,)](x, torch.empty_like(x), 0, B=64)\n        return y", "values"),
    ("y = torch.empty_like(x)\n        add_one[(4,)](x, torch.empty_like(x), x.numel(), B=64)\n"
     "        return torch.utils.dlpack.from_dlpack(x) * 1", "aten.mul"),
    ("y = torch.empty_like(x)\n        add_one[(4,)](x, torch.empty_like(x), x.numel(), B=64)\n"
     "        for i in range(200):\n            y.view(-1)[i] = x.view(-1)[i].item() + 1\n"
     "        return y", "values read on the host"),
])
def test_host_code_cannot_compute_the_answer(roles, forward, words):
    answer, _ = run(roles, module(forward=forward), X)
    assert answer["code"] == "torch_fallback" and words in answer["message"], answer


@pytest.mark.parametrize("table, code", [
    ("torch.arange(25, device=x.device).float() / x.shape[1]", "ok"),
    ("torch.tril(torch.ones(9, 9, device=x.device))", "ok"),
    ("torch.full((25,), x[0, 0].item(), device=x.device).exp()", "torch_fallback"),
    ("torch.full((25,), 2.0, device=x.device).mul(x[0])", "torch_fallback"),
    ("torch.empty(25, device=x.device).fill_(x[0, 0]).exp()", "torch_fallback"),
])
def test_a_table_made_from_sizes_alone_is_no_work(roles, table, code):
    answer, _ = run(roles, module(forward=f"table = {table}\n        {FORWARD}"), X)
    assert answer.get("code", "ok") == code, answer


@pytest.mark.parametrize("line", [
    "torch.accelerator.synchronize(); assert torch.accelerator.current_device_index() == 0",
    "assert torch.accelerator.current_accelerator().type == 'cuda'",
    "assert torch.accelerator.is_available() and torch.accelerator.device_count() == 1",
    "assert torch._C._cuda_getCurrentRawStream(0) is not None",
    "assert torch._C._dynamo.guards._empty_strided_cuda((3, 4), (4, 1), torch.float16).is_cuda",
])
def test_host_code_as_compilers_write_it_runs(roles, line):
    answer, _ = run(roles, module(forward=f"{line}\n        {FORWARD}"), X)
    assert answer["ok"], answer


def test_outputs_that_no_kernel_wrote_are_refused(roles):
    forward = "add_one[(4,)](x, torch.empty_like(x), x.numel(), B=64)\n        return x.clone()"
    answer, _ = run(roles, module(forward=forward), X)
    assert answer["code"] == "no_kernel_launch" and "no kernel stores" in answer["message"]


def test_a_view_whose_elements_share_memory_is_no_output(roles):
    forward = FORWARD.replace("return y", "return y[:1].expand(8, 25)")
    answer, _ = run(roles, module(forward=forward), X)
    assert answer["code"] == "wrong_type" and "share memory" in answer["message"], answer


def test_programs_that_store_different_values_into_one_element_race(roles):
    text = module(KERNEL.replace("tl.store(y + at, value + 1.0, mask=at < n)",
                                 "tl.store(y + tl.arange(0, B), value)"))
    answer, _ = run(roles, text, X)
    assert answer["code"] == "data_race", answer
    assert "element 0 of y" in answer["message"], answer


@pytest.mark.parametrize("function, raced", [("tl.maximum(value, first)", False), ("value + first", True)])
def test_what_is_stored_as_it_was_may_be_loaded_at_any_time(roles, function, raced):
    kernel = f"""@triton.jit
def beside_the_first(y, n, B: tl.constexpr):
    at = tl.program_id(0) * B + tl.arange(0, B)
    value, first = tl.load(y + at, mask=at < n), tl.load(y)
    tl.store(y + at, {function}, mask=at < n)

"""
    forward = "y = x.clone()\n        beside_the_first[(4,)](y, x.numel(), B=64)\n        return y"
    answer, output = run(roles, module(kernel, forward), X)
    if raced:
        assert answer["code"] == "data_race" and "which comes first" in answer["message"], answer
    else:
        assert answer["ok"] and torch.equal(output.view("output.0"), torch.maximum(X, X[0, 0])), answer


def test_a_lock_makes_it_no_race(roles):
    kernel = """@triton.jit
def total(x, y, lock, n, B: tl.constexpr):
    at = tl.program_id(0) * B + tl.arange(0, B)
    part = tl.sum(tl.load(x + at, mask=at < n, other=0.0))
    while tl.atomic_cas(lock, 0, 1) == 1:
        pass
    tl.store(y, tl.load(y) + part)
    tl.atomic_xchg(lock, 0)

"""
    forward = "y, lock = torch.zeros(1, device='cuda'), torch.zeros(1, dtype=torch.int32, device='cuda')\n" \
        "        total[(4,)](x, y, lock, x.numel(), B=64)\n        return y"
    answer, output = run(roles, module(kernel, forward), X)
    assert answer["ok"], answer
    assert torch.allclose(output.view("output.0"), X.sum().reshape(1), atol=1e-4)


def test_equal_values_from_several_programs_are_no_race(roles):
    text = module(KERNEL.replace("    tl.store", "    tl.store(y + n, 7.0)\n    tl.store"),
                  FORWARD.replace("torch.empty_like(x)", "torch.empty(201, device='cuda')").replace(
                      "return y", "return y[:200].view(8, 25)"))
    answer, output = run(roles, text, X)
    assert answer["ok"] and torch.equal(output.view("output.0"), X + 1), answer


REVERSED = """@triton.jit
def reverse(x, y, scratch, n, B: tl.constexpr):
    at = tl.arange(0, B)
    tl.store(scratch + at, tl.load(x + at, mask=at < n), mask=at < n)
    BETWEEN
    tl.store(y + at, tl.load(scratch + PLACE, mask=at < n), mask=at < n)

"""
REVERSE_FORWARD = """y = torch.empty_like(x)
        reverse[(1,)](x, y, torch.empty_like(x), x.numel(), B=256)
        return y"""


@pytest.mark.parametrize("between, place, ok", [
    ("pass", "n - 1 - at", False),
    ("tl.debug_barrier()", "n - 1 - at", True),
    ("at += tl.sum(at) * 0", "n - 1 - at", False),  # the compiler knows that this is nothing
    ("at += (tl.sum(at) > 1e9).to(tl.int32)", "n - 1 - at", True),
    ("pass", "at", True),
    ("pass", "(at[None, :] + tl.zeros((1, B), tl.int32)).reshape(B)", True),
    ("tl.store(scratch + at + n, at, mask=at < 0)", "n - 1 - at", False),
])
def test_threads_of_a_program_meet_before_one_loads_what_another_has_stored(roles, between, place, ok):
    kernel = REVERSED.replace("BETWEEN", between).replace("PLACE", place)
    answer, output = run(roles, module(kernel, REVERSE_FORWARD), X)
    assert answer["ok"] == ok, answer
    if ok:
        assert torch.equal(output.view("output.0"), X.flip(0, 1) if place == "n - 1 - at" else X)
    else:
        assert answer["code"] == "data_race" and "tl.debug_barrier()" in answer["message"], answer


def test_programs_run_in_another_order_for_each_input(roles):
    kernel = """@triton.jit
def turns(count, y):
    tl.store(y + tl.program_id(0), tl.atomic_add(count, 1.0))

"""
    forward = """y = torch.empty(8, device='cuda')
        turns[(8,)](torch.zeros(1, device='cuda'), y)
        return y"""
    x = torch.arange(8.0)
    answers = driving.run_candidate(roles, module(kernel, forward),
                                    [("a", given(x)), ("b", given(x)), ("c", given(x))])
    first, *others = (bundle.Bundle(output).view("output.0") for _, output in answers)
    assert torch.equal(first, x)
    for other in others:
        assert torch.equal(other.sort().values, x) and not torch.equal(other, x)
    assert not torch.equal(*others)


COLUMN_SUMS = """@triton.jit
def add_row(x, y, lock, n, B: tl.constexpr):
    at = tl.arange(0, B)
    BEFORE
    sums = tl.load(y + at, mask=at < n)
    row = tl.load(x + tl.program_id(0) * n + at, mask=at < n)
    tl.store(y + at, sums + row, mask=at < n)
    AFTER

"""
SUM_FORWARD = """y = torch.zeros(50, device='cuda')
        add_row[(4,)](x, y, torch.zeros(1, dtype=torch.int32, device='cuda'), 50, B=64)
        return y"""
LOCKS = {
    "compared": ("while tl.atomic_cas(lock, 0, 1) == 1:\n        pass", "tl.atomic_xchg(lock, 0)"),
    "exchanged": ("while tl.atomic_xchg(lock, 1) == 1:\n        pass", "tl.atomic_xchg(lock, 0)"),
}
NO_LOCKS = {
    "none": ("pass", "pass"),
    "idle": ("tl.atomic_add(lock, 0)", "pass"),
    "counted": ("tl.atomic_add(lock, 1)", "tl.atomic_add(lock, 1)"),
    "not looked at": ("tl.atomic_cas(lock, 0, 1)", "tl.atomic_xchg(lock, 0)"),
    "never taken": ("tl.atomic_cas(lock, 0, 0)", "tl.atomic_cas(lock, 0, 0)"),
}


def _sums(roles, before, after):
    kernel = COLUMN_SUMS.replace("BEFORE", before).replace("AFTER", after)
    answer, output = run(roles, module(kernel, SUM_FORWARD), X)
    return answer, output


@pytest.mark.parametrize("lock", LOCKS)
def test_a_lock_puts_programs_in_order(roles, lock):
    answer, output = _sums(roles, *LOCKS[lock])
    assert answer["ok"], answer
    assert torch.allclose(output.view("output.0"), X.view(4, 50).sum(0), atol=1e-5)


@pytest.mark.parametrize("lock", NO_LOCKS)
def test_an_atomic_operation_that_excludes_nobody_orders_nothing(roles, lock):
    answer, _ = _sums(roles, *NO_LOCKS[lock])
    assert answer["code"] == "data_race", answer


@pytest.mark.parametrize("forward", [
    "return torch.ones_like(y)", "return y.fill_(1.0)", "return y.new_zeros(200)"])
def test_what_is_filled_after_a_store_is_stored_by_nobody(roles, forward):
    answer, _ = run(roles, module(forward="y = torch.empty_like(x)\n"
                                          "        add_one[(4,)](x, y, 200, B=64)\n        "
                                          + forward), X)
    assert answer["code"] == "no_kernel_launch", answer


MAKES_Y = "y = torch.empty_like(x)\n        add_one[(4,)](x, y, 200, B=64)\n        "


@pytest.mark.parametrize("forward, share", [
    ("return torch.cat([y, torch.zeros(8, 7, device=x.device)], 1)", 25 / 32),
    ("z = torch.zeros_like(y); z[:4] = y[:4]; return torch.nn.functional.pad(z, (0, 25), value=1.0)", 1 / 4),
    ("z = torch.zeros(8, 32, device=x.device); z[:, :25] = y; return z", 25 / 32),
    ("z = torch.zeros(8, 32, device=x.device); z[:, :25] = y; return z.t().contiguous().half()", 25 / 32),
    ("z = x.clone(); z[:2] = y[:2]; return z.view(torch.int32).view(torch.float32)", 2 / 8),
    ("y[:2] = x[:2]; return y", 6 / 8),
    ("return torch.stack([y, y])", 1.0),
    ("x.clone().expand_as(y); y[1:1] = 0; return y.flip(0)", 1.0),
    ("return torch.cat([x.clone().view_as(y), y])", 0.5),
])
def test_what_torch_moves_is_as_much_of_kernels_as_before(roles, forward, share):
    answer, _ = run(roles, module(forward=MAKES_Y + forward), X)
    assert answer["ok"] and answer["written"] == [pytest.approx(share)], answer


@pytest.mark.parametrize("fill, ok", [
    ("y[:4].zero_()", False), ("y[:4] = torch.ones(25, device=x.device)", False), ("y[:, 5:].fill_(3.0); y = y.clone()", False),
    ("y[:4, 9:9].zero_(); y[0, :2] = 0", True),
    ("y[:4].zero_(); add_one[(4,)](x, y, 200, B=64)", True),
    ("z = torch.zeros_like(y); z[:4] = y[:4]; y = z", True), ("z = y.clone(); y[:4].zero_(); y[:4] = z[:4]", True),
])
def test_torch_fills_little_of_what_kernels_have_stored(roles, fill, ok):
    answer, _ = run(roles, module(forward=MAKES_Y + fill + "\n        return y"), X)
    assert answer["ok"] if ok else answer["code"] == "torch_fallback" and "torch fills" in answer["message"], answer


@pytest.mark.parametrize("table, computed, ok", [
    ("torch.arange(100., device=x.device).cos()", "[1]", False), ("torch.arange(100., device=x.device).cos()", "[0]", True),
    ("torch.arange(100., device=x.device).cos().view(10, 10).t().contiguous()", "[0, 1]", False),
    ("torch.arange(100, device='cuda').cos().to(x.device)", "[1]", False), ("torch.arange(9., device=x.device).cos()", "[1]", True),
    ("torch.zeros(100, device=x.device)", "[1]", True), ("x", "[1]", True),
])
def test_an_answer_that_the_reference_computes_is_no_table_of_torch(roles, table, computed, ok):
    answer, _ = run(roles, module(forward=MAKES_Y + f"return y, {table}"), X, computed=computed)
    assert answer["ok"] if ok else answer["code"] == "torch_fallback" and "output 1 is computed" in answer["message"], answer


def test_fresh_memory_holds_anything(roles):
    kernel = KERNEL.replace("tl.store(y + at, value + 1.0", "old = tl.load(y + at, mask=at < n)\n"
                            "    tl.store(y + at, tl.where(old != old, value + 1.0, 0.0)")
    answers = driving.run_candidate(roles, module(kernel), [("original", given(X)), ("mixed", given(X))])
    original, mixed = [bundle.Bundle(output).view("output.0") for _, output in answers]
    assert torch.equal(original, X + 1) and not torch.equal(mixed, X + 1)


def test_numbers_that_change_with_the_inputs_are_computed_from_them(roles):
    text = module(forward="""CALLS.append(1)
        y = torch.empty_like(x)
        secret = torch.full((200,), float(len(CALLS)), device='cuda') + torch.arange(200, device='cuda')
        add_one[(4,)](secret, y, 200, B=64)
        return y""").replace("class ModelNew", "CALLS = []\n\nclass ModelNew")
    text = text.replace("torch.full((200,), float(len(CALLS)), device='cuda') + torch.arange(200, device='cuda')",
                        "torch.tensor([len(CALLS) + n / 7 for n in range(200)], device='cuda')")
    answers = driving.run_candidate(roles, text, [("a", given(X)), ("b", given(X * 2))], again=True)
    assert answers[0][0]["ok"], answers[0][0]
    assert answers[1][0]["code"] == "torch_fallback", answers[1][0]


def test_a_remembered_answer_is_an_old_one_when_values_change_in_place(roles):
    text = module(forward="""key = (x.data_ptr(), x.shape)
        if key not in SEEN:
            y = torch.empty_like(x)
            add_one[(4,)](x, y, x.numel(), B=64)
            SEEN[key] = y
        add_one[(4,)](x, torch.empty_like(x), x.numel(), B=64)
        return SEEN[key]""").replace("class ModelNew", "SEEN = {}\n\nclass ModelNew")
    answers = driving.run_candidate(roles, text, [("a", given(X)), ("b", given(X * 2))], again=True)
    assert answers[0][0]["ok"]
    assert answers[1][0]["code"] == "no_kernel_launch", answers[1][0]


def test_a_second_look_has_the_draws_of_the_first(roles):
    """Sums in another order, errors of functions and what lies in fresh memory are no sign that a forward keeps something."""
    text = module(forward="""space, y = torch.empty(64, dtype=torch.int32, device='cuda'), torch.empty(64, dtype=torch.int32, device='cuda')
        draws[(1,)](x, space, y)
        return y""", kernel="""@triton.jit
def draws(x, space, y):
    at = tl.arange(0, 64)
    value = tl.load(x + at)
    tl.store(y + at, tl.load(space + at) ^ (tl.sum(tl.exp(value)) * tl.exp(value) + value).to(tl.int32, bitcast=True))

""")
    candidate = driving.Candidate(roles, text)
    assert candidate.static()["passed"]
    answers = []
    for number in range(6):
        output = driving.memfd()
        answer, _ = candidate.forward("run", "small", given(X), output, same_model=number % 2 == 0, second_look=number % 2 == 1)
        assert answer["ok"], answer
        answers.append(bundle.Bundle(output).view("output.0"))
    candidate.finish()
    for first, second in zip(answers[::2], answers[1::2]):
        assert torch.equal(first, second)
    assert not torch.equal(answers[0], answers[2]) and not torch.equal(answers[2], answers[4])


KNOWS_ROUNDING = """from triton.language.extra.cuda import libdevice

@triton.jit
def knows(x, y, n, B: tl.constexpr):
    at = tl.program_id(0) * B + tl.arange(0, B)
    value = tl.load(x + at, mask=at < n, other=0.0)
    tl.store(y + at, value, mask=at < n)
    tl.store(y + at + BEYOND, value, mask=(at < n) & (REST != 0))

"""
KNOWS_FORWARD = """y = torch.empty_like(x)
        knows[(4,)](x, y, 200, B=64, enable_fp_fusion=FUSES)
        return y"""


@pytest.mark.parametrize("rest, beyond, fuses, ok", [
    ("value * value - libdevice.mul_rn(value, value)", 200, True, False),
    ("libdevice.mul_rn(value, value) - value * value", 200, True, False),
    ("(value * value)[None, :].reshape(B) - libdevice.mul_rn(value, value)", 200, True, False),
    ("value * value - libdevice.mul_rn(value, value)", 0, True, True),
    ("value * value - libdevice.mul_rn(value, value)", 200, False, True),  # no compiler fuses there
    ("libdevice.mul_rn(value, value) - libdevice.mul_rn(value, value)", 200, True, True),
])
def test_products_are_fused_with_sums_in_the_first_forward(roles, rest, beyond, fuses, ok):
    kernel = KNOWS_ROUNDING.replace("REST", rest).replace("BEYOND", str(beyond))
    answer, output = run(roles, module(kernel, KNOWS_FORWARD.replace("FUSES", str(fuses))), X)
    assert answer["ok"] == ok, answer
    if ok:
        assert torch.equal(output.view("output.0"), X)
    else:
        assert answer["code"] == "out_of_bounds", answer


def test_products_are_fused_with_sums_in_every_second_forward(roles):
    kernel = KNOWS_ROUNDING.replace("at + BEYOND, value", "at, 7.0").replace("REST", "value * value - libdevice.mul_rn(value, value)")
    text = module(kernel, KNOWS_FORWARD.replace("FUSES", "True"))
    x = torch.linspace(0.1, 0.9, 200)
    names = ["a", "b", "c", "d", "e", "f"]
    answers = driving.run_candidate(roles, text, [(name, given(x)) for name in names])
    fused = [bool((bundle.Bundle(output).view("output.0") == 7).any()) for _, output in answers]
    assert fused == [True, False] * 3


def test_a_workspace_may_live_on(roles):
    text = module(forward="""if not SPACE:
            SPACE.append(torch.zeros(200, device='cuda'))
        add_one[(4,)](x, SPACE[0], x.numel(), B=64)
        y = torch.empty_like(x)
        add_one[(4,)](SPACE[0], y, x.numel(), B=64)
        return y""").replace("class ModelNew", "SPACE = []\n\nclass ModelNew")
    for again in (False, True):
        answers = driving.run_candidate(roles, text, [("a", given(X)), ("b", given(X * 3))],
                                        again=again)
        assert [answer["ok"] for answer, _ in answers] == [True, True], answers
        assert torch.allclose(bundle.Bundle(answers[1][1]).view("output.0"), X * 3 + 2)


def test_buffers_made_by_the_constructor_keep_what_kernels_store(roles):
    text = module(init="self.space = torch.zeros(8, 25, device='cuda')", forward="""
        add_one[(4,)](x, self.space, x.numel(), B=64)
        return self.space""")
    answer, output = run(roles, text, X)
    assert answer["ok"] and torch.equal(output.view("output.0"), X + 1), answer


@pytest.mark.parametrize("change, words", [
    (("value + 1.0", "value + helper(1.0)"), "helper"),
    (("    tl.store", "    value.handle.data[...] = 3\n    tl.store"), "handle"),
    (("    tl.store", "    import os\n    tl.store"), "Import"),
])
def test_kernels_are_tritons_language_and_nothing_else(roles, change, words):
    text = module().replace(*change).replace("@triton.jit", "def helper(v):\n    return v\n\n"
                                             "@triton.jit")
    answer, _ = run(roles, text, X)
    assert answer["code"] == "compile_error" and words in answer["message"], answer


DESCRIBED = """@triton.jit
def doubled(source, target, B: tl.constexpr):
    row = tl.program_id(0) * B
    for column in range(0, source.shape[1], 16):
        target.store([row, column], source.load([row, column]) * 2)

"""
DESCRIBED_FORWARD = """y = torch.empty_like(x)
        source, target = (TensorDescriptor(t, list(t.shape), list(t.stride()), [4, 16]) for t in (x, y))
        doubled[(triton.cdiv(x.shape[0], 4),)](source, target, B=4)
        return y"""


def described(kernel=DESCRIBED, forward=DESCRIBED_FORWARD):
    return "from triton.tools.tensor_descriptor import TensorDescriptor\n" + module(kernel, forward)


@pytest.mark.parametrize("shape", [(8, 32), (7, 44), (1, 4)])
def test_a_descriptor_made_on_the_host(roles, shape):
    x = torch.randn(shape)
    answer, output = run(roles, described(), x)
    assert answer["ok"], answer
    assert torch.equal(output.view("output.0"), 2 * x)
    _, compiled, _ = driving.compile_candidate(roles, described(), given(x))
    assert compiled["passed"], compiled


@pytest.mark.parametrize("change, code, words", [
    (("list(t.stride())", "[t.stride(0) + 1, 1]"), "runtime_error", "16"),
    (("list(t.shape)", "[2 * t.shape[0], t.shape[1]]"), "out_of_bounds", "source"),
    (("list(t.shape)", "list(t.shape) + [1]"), "runtime_error", ""),
])
def test_a_descriptor_that_is_not_its_tensors(roles, change, code, words):
    forward = DESCRIBED_FORWARD.replace(*change).replace("triton.cdiv(x.shape[0], 4)", "4")
    answer, _ = run(roles, described(forward=forward), torch.randn(8, 32))
    assert answer.get("code") == code and words in answer["message"], answer


def test_threads_of_the_candidate_may_launch(roles):
    text = module(forward="""y = torch.empty_like(x)
        worker = threading.Thread(target=lambda: add_one[(4,)](x, y, x.numel(), B=64))
        worker.start()
        worker.join()
        return y""").replace("import torch\n", "import threading\nimport torch\n", 1)
    answer, output = run(roles, text, X)
    assert answer["ok"] and torch.equal(output.view("output.0"), X + 1), answer


@pytest.mark.parametrize("change, words", [
    ("torch.cat([x, x], out=other)", "other memory"), ("other.resize_(400)", "other memory"),
    ("other.set_(x)", "aten.set_"), ("other.resize_as_(x)", "aten.resize_as_"),
])
def test_nothing_gives_a_tensor_other_memory(roles, change, words):
    """Where a value comes from is known of a storage: what takes a tensor out of its storage is refused."""
    answer, _ = run(roles, module(forward=f"""other = torch.empty(8, device='cuda')
        y = torch.empty_like(x)
        add_one[(4,)](x, y, 200, B=64)
        {change}
        return y"""), X)
    assert not answer["ok"] and answer["code"] == "torch_fallback", answer
    assert words in answer["message"], answer


def test_memory_that_was_let_go_takes_nothing_along(roles):
    """What a kernel stored counts for its storage, not for whoever gets the same address later."""
    answer, _ = run(roles, module(forward="""y = torch.empty_like(x)
        add_one[(4,)](x, y, 200, B=64)
        del y
        z = torch.empty_like(x)
        z.copy_(x)
        return z"""), X)
    assert not answer["ok"] and answer["code"] == "no_kernel_launch", answer


COUNTS = """@triton.jit
def counts(x, total, n, B: tl.constexpr):
    at = tl.program_id(0) * B + tl.arange(0, B)
    tl.atomic_add(total, tl.sum((tl.load(x + at, mask=at < n, other=-1.0) > 0).to(tl.int32)))

@triton.jit
def ones(y, n, B: tl.constexpr):
    at = tl.program_id(0) * B + tl.arange(0, B)
    tl.store(y + at, 1.0, mask=at < n)

"""
AS_MANY = """total = torch.zeros((), dtype=torch.int32, device=x.device)
        counts[(4,)](x, total, x.numel(), B=64)
        SIZES
        ones[(8,)](y, y.numel(), B=64)
        return y"""


@pytest.mark.parametrize("sizes", ["y = torch.empty(total, device=x.device)", "y = torch.empty(7, total.item() - 90, device=x.device)",
                                   "total += 5\n        y = torch.empty(total - 5, device=x.device)"])
def test_sizes_that_kernels_have_stored_are_known_while_launches_are_written_down(roles, sizes):
    """As an answer of so many elements as were selected: no kernel runs then, and what its memory begins with is no size."""
    text, inputs = module(COUNTS, AS_MANY.replace("SIZES", sizes)), given(torch.arange(200.0).reshape(8, 25) - 100)
    _, answer, _ = driving.compile_candidate(roles, text, inputs)
    assert answer["passed"] and len(answer["kernels"]) == 2, answer
    answer, output = run(roles, text, torch.arange(200.0).reshape(8, 25) - 100)
    assert answer["ok"], answer
    shape = [7, 9] if "7" in sizes else [99]
    assert torch.equal(output.view("output.0"), torch.ones(shape))


@pytest.mark.parametrize("number, read", [("2.0", (False, False)), ("self.limit.item()", (True, False)), ("x[0, 0].item()", (True, True))])
def test_what_a_host_reads_is_told_apart(roles, number, read):
    """A graph keeps what was made of it: of weights as long as those stay, of inputs for the same ones."""
    forward = f"""y = torch.empty_like(x)
        scaled[(4,)](x, y, {number}, x.numel(), B=64)
        return y"""
    kernel = """@triton.jit
def scaled(x, y, by, n, B: tl.constexpr):
    at = tl.program_id(0) * B + tl.arange(0, B)
    tl.store(y + at, by * tl.load(x + at, mask=at < n), mask=at < n)

"""
    text = module(kernel, forward, init="self.limit = torch.nn.Parameter(torch.tensor(2.0))")
    (answer, output), = driving.run_candidate(roles, text, [("original", given(X, state={"limit": torch.tensor(3.0)}))])
    assert answer["ok"] and (answer["reads_weights"], answer["reads_inputs"]) == read, answer
    by = 3.0 if "limit" in number else 2.0 if number == "2.0" else float(X[0, 0])
    torch.testing.assert_close(bundle.Bundle(output).view("output.0"), by * X)

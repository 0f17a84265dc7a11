# SPDX-License-Identifier: GPL-3.0-or-later
"""What the device counts of a forward: bytes that kernels move, operations of tl.dot, and what
computing operators of torch write."""

import os

import driving
import pytest
import torch
from driving import given

ADD, FORWARD = driving.ADD_ONE, driving.ADD_ONE_FORWARD


def module(kernel, forward, arguments="x"):
    return (driving.HEAD + kernel + "class ModelNew(torch.nn.Module):\n"
            f"    def forward(self, {arguments}):\n        {forward}\n")


def work_of(roles, text, *inputs, policy="full", variant="original", **more):
    fd = given(*inputs, variant=variant)
    (answer, output), = driving.run_candidate(roles, text, [(variant, fd)], policy, **more)
    os.close(output)
    assert answer and answer["ok"], answer
    return answer


X = torch.randn(8, 25)


def test_each_byte_of_a_launch_counts_once(roles):
    answer = work_of(roles, module(ADD, FORWARD), X)
    assert answer["work"] == [{"name": "add_one", "launches": 1, "read": 800, "written": 800,
                               "dot_flops": {}}]
    assert answer["kernel_bytes"] == 800 and answer["operator_bytes"] == 0


def test_bytes_that_are_loaded_again_are_not_counted_again(roles):
    kernel = ADD.replace("value = tl.load(x + at, mask=at < n, other=0.0)",
                         "value = tl.load(x + at, mask=at < n, other=0.0) + tl.load(x) * 0.0\n"
                         "    value += tl.load(x + at % 8) * 0.0")
    answer = work_of(roles, module(kernel, FORWARD), X)
    assert answer["work"][0]["read"] == 800


def test_launches_of_one_kernel_add_up(roles):
    forward = FORWARD.replace("        return y", "        add_one[(4,)](y, y, x.numel(), B=64)\n"
                              "        return y")
    entry, = work_of(roles, module(ADD, forward), X)["work"]
    assert (entry["launches"], entry["read"], entry["written"]) == (2, 1600, 1600)


def test_masked_lanes_move_nothing(roles):
    forward = FORWARD.replace("x.numel(), B", "100, B").replace("empty", "zeros")
    entry, = work_of(roles, module(ADD, forward), X)["work"]
    assert (entry["read"], entry["written"]) == (400, 400)


def test_atomics_read_and_write(roles):
    kernel = """@triton.jit
def add_all(x, y, n, B: tl.constexpr):
    at = tl.program_id(0) * B + tl.arange(0, B)
    tl.atomic_add(y, tl.sum(tl.load(x + at, mask=at < n, other=0.0), axis=0))

"""
    forward = """y = torch.zeros(1, device=x.device)
        add_all[(4,)](x, y, x.numel(), B=64)
        return y"""
    entry, = work_of(roles, module(kernel, forward), X)["work"]
    assert (entry["read"], entry["written"]) == (804, 4)


PRODUCT = """@triton.jit
def product(a, b, c, P: tl.constexpr):
    i = tl.arange(0, 32)[:, None]
    j = tl.arange(0, 16)[None, :]
    k = tl.arange(0, 64)
    left = tl.load(a + i * 64 + k[None, :])
    right = tl.load(b + k[:, None] * 16 + j)
    tl.store(c + i * 16 + j, tl.dot(left, right, input_precision=P).to(left.dtype))

"""


@pytest.mark.parametrize("dtype, precision, kind", [
    (torch.float32, "tf32", "tf32"), (torch.float32, "ieee", "fp32"),
    (torch.float32, "tf32x3", "tf32x3"), (torch.float16, "tf32", "fp16"),
    (torch.bfloat16, "tf32", "bf16")])
def test_products_are_counted_by_kind(roles, dtype, precision, kind):
    forward = f"""c = torch.empty((32, 16), dtype=a.dtype, device=a.device)
        product[(1,)](a, b, c, P="{precision}")
        return c"""
    a, b = torch.randn(32, 64).to(dtype), torch.randn(64, 16).to(dtype)
    entry, = work_of(roles, module(PRODUCT, forward, "a, b"), a, b)["work"]
    assert entry["dot_flops"] == {kind: 2 * 32 * 16 * 64}
    size = dtype.itemsize
    assert entry["read"] == (32 * 64 + 64 * 16) * size and entry["written"] == 32 * 16 * size


def test_work_is_counted_on_the_original_inputs_alone(roles):
    answer = work_of(roles, module(ADD, FORWARD), X, variant="tiny")
    assert answer["work"] == [] and answer["kernel_bytes"] == 800


def test_operators_that_compute_are_weighed_against_kernels(roles):
    forward = FORWARD.replace("return y", "return torch.cat([y, torch.relu(y)])")
    answer = work_of(roles, module(ADD, forward), X, policy="best-system")
    # cat moves data; relu computes as many bytes as the kernel.
    assert answer["torch_ops"] == ["aten.relu"]
    assert (answer["kernel_bytes"], answer["operator_bytes"]) == (800, 800)


def modelled(roles, kernel, forward, *inputs, arguments="x"):
    entry, = work_of(roles, module(kernel, forward, arguments), *inputs, model=True)["work"]
    return entry


def test_a_modelled_time_needs_arithmetic_requests_and_programs(roles):
    # 200 elements in 4 programs of 64 lanes; lanes that a mask leaves out add all the same.
    assert modelled(roles, ADD, FORWARD, X) == {
        "name": "add_one", "launches": 1, "read": 800, "written": 800, "dot_flops": {},
        "flops": {"fp32": 256}, "requested": 1600, "atomics_again": 0, "programs": 4}


def test_what_is_loaded_twice_is_requested_twice(roles):
    # Another mask, or the compiler would load but once.
    kernel = ADD.replace("value + 1.0", "value + tl.load(x + at, mask=at < n - 0 * B + tl.program_id(0) // 8)")
    entry = modelled(roles, kernel, FORWARD, X)
    assert (entry["read"], entry["requested"]) == (800, 2400)


@pytest.mark.parametrize("expression, count", [
    ("tl.exp(value)", 256), ("value * value - 1.0", 512), ("tl.fma(value, value, value)", 512),
    ("tl.maximum(value, 0.0)", 256), ("tl.where(value > 0.0, value, 0.0)", 0),
    ("value * tl.sum(value, axis=0)", 256 + 4 * 63), ("value - tl.max(value, axis=0)", 256 + 4 * 63),
    ("tl.cumsum(value, axis=0)", 4 * 63), ("(at * 3 + 1).to(tl.float32)", 0),
    ("tl.sqrt(tl.abs(value))", 512)])
def test_arithmetic_on_floating_values_counts(roles, expression, count):
    entry = modelled(roles, ADD.replace("value + 1.0", expression), FORWARD, X)
    assert sum(entry["flops"].values()) == count, entry


def test_arithmetic_counts_by_kind(roles):
    for dtype, kind in ((torch.bfloat16, "bf16"), (torch.float16, "fp16"), (torch.float64, "fp64")):
        kernel = ADD.replace("value + 1.0", "value * value")
        assert modelled(roles, kernel, FORWARD, X.to(dtype))["flops"] == {kind: 256}


def test_atomics_on_one_element_count_each_time(roles):
    kernel = """@triton.jit
def add_all(x, y, n, B: tl.constexpr):
    at = tl.program_id(0) * B + tl.arange(0, B)
    tl.atomic_add(y + at * 0, tl.load(x + at, mask=at < n, other=0.0), mask=at < n)

"""
    forward = """y = torch.zeros(1, device=x.device)
        add_all[(4,)](x, y, x.numel(), B=64)
        return y"""
    entry = modelled(roles, kernel, forward, X)
    assert (entry["read"], entry["written"], entry["atomics_again"]) == (804, 4, 4 * 199)


def test_nothing_more_is_counted_where_nobody_models(roles):
    entry, = work_of(roles, module(ADD, FORWARD), X)["work"]
    assert not {"flops", "requested", "atomics_again", "programs"} & set(entry)

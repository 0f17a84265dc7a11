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


def work_of(roles, text, *inputs, policy="full", variant="original"):
    fd = given(*inputs, variant=variant)
    (answer, output), = driving.run_candidate(roles, text, [(variant, fd)], policy)
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

# SPDX-License-Identifier: GPL-3.0-or-later
"""Reductions, scans and sorts by functions of a kernel's own."""

import driving
import pytest
import torch
from driving import given

from harness.shared import bundle

KERNEL = """@triton.jit
def largest(a, b):
    return tl.maximum(a, b)

@triton.jit
def largest_by_branch(a, b):
    if a > b:
        result = a
    else:
        result = b
    return result

@triton.jit
def largest_by_choice(a, b):
    return a if a > b else b

@triton.jit
def decayed(a, b):
    return a * 0.5 + b

@triton.jit
def affine(a, b, c, d):
    return a * c, b * c + d

@triton.jit
def with_place(a, i, b, j):
    first = (a > b) | ((a == b) & (i < j))
    return tl.where(first, a, b), tl.where(first, i, j)

@triton.jit
def row(x, y, n, B: tl.constexpr):
    p = tl.program_id(0)
    at = tl.arange(0, B)
    v = tl.load(x + p * n + at, mask=at < n, other=float("-inf"))
    tl.store(y + p * n + at, (BODY) + v * 0.0, mask=at < n)

@triton.jit
def block(x, y, n, m, B: tl.constexpr):
    at, down = tl.arange(0, B)[None, :], tl.arange(0, 4)[:, None]
    v = tl.load(x + down * n + at, mask=(at < n) & (down < m), other=0.0)
    tl.store(y + down * n + at, (BODY) + v * 0.0, mask=(at < n) & (down < m))

"""


def run(roles, body, x, launch):
    text = driving.HEAD + KERNEL.replace("BODY", body) + "class ModelNew(torch.nn.Module):\n" \
        f"    def forward(self, x):\n        y = torch.empty_like(x)\n        {launch}\n" \
        "        return y\n"
    (answer, output), = driving.run_candidate(roles, text, [("original", given(x))])
    assert answer["ok"], answer
    return bundle.Bundle(output).view("output.0")


def rows(roles, body, x):
    return run(roles, body, x, "row[(x.shape[0],)](x, y, x.shape[1], B=64)")


def blocks(roles, body, x):
    return run(roles, body, x, "block[(1,)](x, y, x.shape[1], x.shape[0], B=64)")


X = torch.randn(3, 50)
PREFIX_PRODUCT = "tl.associative_scan((tl.sigmoid(v), v), {axis}, affine)[1]"


def recurrence(x, dim):
    """h = h * sigmoid(x) + x along `dim`, one element after another."""
    h, out = torch.zeros_like(x.select(dim, 0)), []
    for item in x.unbind(dim):
        h = h * torch.sigmoid(item) + item
        out.append(h)
    return torch.stack(out, dim)


@pytest.mark.parametrize("body, wanted", [
    ("tl.reduce(v, 0, largest)", X.amax(1, True)),
    ("tl.reduce(v, 0, largest_by_branch)", X.amax(1, True)),
    ("tl.reduce(v, 0, largest_by_choice)", X.amax(1, True)),
    ("tl.reduce(v, None, largest, keep_dims=True)", X.amax(1, True)),
    ("tl.reduce((v, at), 0, with_place)[1].to(tl.float32)", X.argmax(1, True).float()),
    ("tl.argmax(v, 0, tie_break_left=False).to(tl.float32)", X.argmax(1, True).float()),
    ("tl.associative_scan(v, 0, largest)", X.cummax(1).values),
    ("tl.associative_scan(v, 0, largest_by_branch)", X.cummax(1).values),
    ("tl.sort(tl.where(at < n, v, float('inf')))", X.sort(1).values),
    ("tl.sort(v, descending=True)", X.sort(1, descending=True).values),
])
def test_rows(roles, body, wanted):
    output = rows(roles, body, X)
    assert torch.equal(output, wanted.expand_as(X)), (output - wanted).abs().max()


@pytest.mark.parametrize("axis", [0, 1])
def test_a_recurrence_along_either_axis(roles, axis):
    output = blocks(roles, PREFIX_PRODUCT.format(axis=axis), X)
    assert torch.allclose(output, recurrence(X, axis), atol=1e-5)


def test_a_scan_backwards(roles):
    body = PREFIX_PRODUCT.format(axis=1).replace("affine)", "affine, reverse=True)")
    output = blocks(roles, body, X)
    # The block is wider than the row: 14 zeros are behind it, which leave h at 0.
    assert torch.allclose(output, recurrence(X.flip(1), 1).flip(1), atol=1e-5)


def test_a_reduction_over_one_axis_keeps_the_other(roles):
    output = blocks(roles, "tl.reduce(v, 0, largest)[None, :]", X)
    assert torch.equal(output, X.amax(0, True).clamp_min(0).expand_as(X))  # the fourth row is 0
    output = blocks(roles, "tl.reduce(v, 1, largest, keep_dims=True)", X)
    assert torch.equal(output, X.amax(1, True).expand_as(X))


def test_a_function_that_is_not_associative_gives_no_recurrence(roles):
    x, decay = X.abs(), []
    for item in x.unbind(1):
        decay.append((decay[-1] * 0.5 if decay else 0.0) + item)
    output = rows(roles, "tl.associative_scan(v, 0, decayed)", x)
    assert not torch.allclose(output, torch.stack(decay, 1), atol=1e-3)


def test_a_function_that_branches_is_called_for_every_lane(roles):
    text = driving.HEAD + KERNEL.replace("BODY", "tl.associative_scan(v, 1, largest_by_branch)") \
        + "class ModelNew(torch.nn.Module):\n    def forward(self, x):\n" \
          "        y = torch.empty_like(x)\n        block[(1,)](x, y, 4096, 4, B=4096)\n" \
          "        return y\n"
    x = torch.randn(4, 4096)
    (answer, output), = driving.run_candidate(roles, text, [("original", given(x))])
    assert answer["ok"], answer
    assert torch.equal(bundle.Bundle(output).view("output.0"), x.cummax(1).values)

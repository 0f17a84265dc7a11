# SPDX-License-Identifier: GPL-3.0-or-later
"""Loops that load what they have stored, in ways that Triton's compiler pipelines or leaves alone. T iterations over rows of N
elements of o; x is of the same size."""

import triton
import triton.language as tl


@triton.jit
def by_counter(x, o, T, N, STAGES: tl.constexpr, BARRIER: tl.constexpr, BACK: tl.constexpr, B: tl.constexpr):
    i = tl.arange(0, B)
    for t in tl.range(BACK, T, num_stages=STAGES):
        h = tl.load(o + (t - BACK) * N + i)
        if BARRIER:
            tl.debug_barrier()
        tl.store(o + t * N + i, h + tl.load(x + t * N + i))


@triton.jit
def stores_first(x, o, T, N, B: tl.constexpr):
    i = tl.arange(0, B)
    for t in tl.range(1, T, num_stages=2):
        tl.store(o + t * N + i, tl.load(x + t * N + i))
        tl.store(x + t * N + i, tl.load(o + t * N + i) + 1)


@triton.jit
def by_scalars(x, o, T, N, B: tl.constexpr):
    for t in tl.range(1, T, num_stages=3):
        tl.store(o + t, tl.load(o + t - 1) + tl.load(x + t))


@triton.jit
def volatile(x, o, T, N, B: tl.constexpr):
    i = tl.arange(0, B)
    for t in tl.range(1, T, num_stages=3):
        tl.store(o + t * N + i, tl.load(o + (t - 1) * N + i, volatile=True))


@triton.jit
def in_a_branch(x, o, T, N, B: tl.constexpr):
    i = tl.arange(0, B)
    for t in tl.range(1, T, num_stages=3):
        h = tl.zeros([B], tl.float32)
        if t % 5 != N:
            h = tl.load(o + (t - 1) * N + i)
        tl.store(o + t * N + i, h)


@triton.jit
def branch_that_stores(x, o, T, N, B: tl.constexpr):
    i = tl.arange(0, B)
    for t in tl.range(1, T, num_stages=3):
        h = tl.load(o + (t - 1) * N + i)
        if t % 5 != N:
            tl.store(o + t * N + i, h)


@triton.jit
def outer(x, o, T, N, B: tl.constexpr):
    i = tl.arange(0, B)
    for t in tl.range(1, T, num_stages=3):
        h = tl.load(o + (t - 1) * N + i)
        for s in range(N - 30):
            h += s
        tl.store(o + t * N + i, h)


@triton.jit
def store_needs_the_next_pointer(x, o, T, N, B: tl.constexpr):
    p = o + tl.arange(0, B)
    for t in tl.range(1, T, num_stages=3):
        h = tl.load(p)
        p += N
        tl.store(p, h)


@triton.jit
def one_waits_for_another(x, o, T, N, B: tl.constexpr):
    i = tl.arange(0, B)
    p = o + i
    for t in tl.range(1, T, num_stages=3):
        h = tl.load(p) + tl.load(o + (t - 1) * N + i)
        p += N
        tl.store(p, h)


@triton.jit
def load_needs_the_next_pointer_too(x, o, T, N, B: tl.constexpr):
    p = o + tl.arange(0, B)
    for t in tl.range(1, T, num_stages=3):
        h = tl.load(p)
        p += N
        tl.store(p, h + tl.load(p))


@triton.jit
def carried_pointer(x, o, T, N, B: tl.constexpr):
    p = o + N + tl.arange(0, B)
    for t in tl.range(1, T, num_stages=3):
        h = tl.load(p - N)
        tl.store(p, h)
        p += N


@triton.jit
def carried_mask(x, o, T, N, B: tl.constexpr):
    i = tl.arange(0, B)
    s = i * 0.0
    for t in tl.range(1, T, num_stages=3):
        s += tl.load(o + (t - 1) * N + i, mask=s < 5)
        tl.store(o + t * N + i, s)


@triton.jit
def adds(x, o, T, N, B: tl.constexpr):
    i = tl.arange(0, B)
    for t in tl.range(1, T, num_stages=3):
        tl.atomic_add(o + t * N + i, tl.load(o + (t - 1) * N + i))


@triton.jit
def product(x, o, T, N, LOAD: tl.constexpr, STAGES: tl.constexpr, B: tl.constexpr):
    """LOAD: what is loaded behind a store: an operand, one by way of arithmetic, what the product is added to, or its index."""
    r, c = tl.arange(0, 16)[:, None], tl.arange(0, 16)[None, :]
    w = tl.load(x + r * 16 + c)
    for t in tl.range(1, T, num_stages=STAGES):
        before = o + (t - 1) * 256 + r * 16 + c
        if LOAD == "operand":
            y = tl.dot(tl.load(before), w, input_precision="ieee")
        elif LOAD == "arithmetic":
            y = tl.dot(w, tl.exp(tl.load(before) * 2), input_precision="ieee")
        elif LOAD == "sum":
            y = tl.dot(tl.load(x + t * 256 + r * 16 + c), w, input_precision="ieee") + tl.load(before)
        else:
            y = tl.dot(tl.load(x + tl.load(before).to(tl.int32) + r * 16 + c), w, input_precision="ieee")
        tl.store(o + t * 256 + r * 16 + c, y)

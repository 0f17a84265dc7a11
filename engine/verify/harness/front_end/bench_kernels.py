# SPDX-License-Identifier: GPL-3.0-or-later
"""The two kernels that `nereid bench machine` measures, each with its launch."""

import triton
import triton.language as tl


@triton.jit
def online_softmax(x, y, columns, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    largest = tl.full((), float("-inf"), tl.float32)
    total = tl.full((), 0.0, tl.float32)
    for start in range(0, columns, BLOCK):
        at = start + tl.arange(0, BLOCK)
        v = tl.load(x + row * columns + at, mask=at < columns, other=float("-inf"))
        largest = tl.maximum(largest, tl.max(v, axis=0))
    for start in range(0, columns, BLOCK):
        at = start + tl.arange(0, BLOCK)
        v = tl.load(x + row * columns + at, mask=at < columns, other=float("-inf"))
        total += tl.sum(tl.exp(v - largest), axis=0)
    for start in range(0, columns, BLOCK):
        at = start + tl.arange(0, BLOCK)
        v = tl.load(x + row * columns + at, mask=at < columns, other=float("-inf"))
        tl.store(y + row * columns + at, tl.exp(v - largest) / total, mask=at < columns)


@triton.jit
def product(a, b, c, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    rows = tl.program_id(0) * BM + tl.arange(0, BM)
    columns = tl.program_id(1) * BN + tl.arange(0, BN)
    inner = tl.arange(0, BK)
    total = tl.zeros((BM, BN), tl.float32)
    for start in range(0, K, BK):
        at = start + inner
        x = tl.load(a + rows[:, None] * K + at[None, :], mask=at[None, :] < K, other=0.0)
        y = tl.load(b + at[:, None] * N + columns[None, :], mask=at[:, None] < K, other=0.0)
        total += tl.dot(x, y)
    tl.store(c + rows[:, None] * N + columns[None, :], total,
             mask=(rows[:, None] < M) & (columns[None, :] < N))


# Name: kernel, grid, tensors as (file, shape, dtype), the last of which is the result; other arguments, constants.
LAUNCHES = {
    "softmax": (online_softmax, (256,), [("x", (256, 512), "float32"), ("y", (256, 512), "float32")],
                [512], {"BLOCK": 256}),
    "product": (product, (8, 8), [("a", (512, 512), "float16"), ("b", (512, 512), "float16"),
                                  ("c", (512, 512), "float32")],
                [512, 512, 512], {"BM": 64, "BN": 64, "BK": 32}),
}

# SPDX-License-Identifier: GPL-3.0-or-later
"""Kernels that the machine and Triton's interpreter both run."""

import triton
import triton.language as tl
from harness.front_end.bench_kernels import online_softmax  # noqa: F401  (run by its name)
from triton.language.extra import libdevice


@triton.jit
def product(a, b, c, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr,
            PRECISION: tl.constexpr = "tf32"):
    rm = tl.program_id(0) * BM + tl.arange(0, BM)
    rn = tl.program_id(1) * BN + tl.arange(0, BN)
    rk = tl.arange(0, BK)
    acc = tl.zeros((BM, BN), tl.float32)
    for k in range(0, K, BK):
        x = tl.load(a + rm[:, None] * K + (k + rk)[None, :], mask=(rm[:, None] < M) & ((k + rk)[None, :] < K),
                    other=0.0)
        y = tl.load(b + (k + rk)[:, None] * N + rn[None, :], mask=((k + rk)[:, None] < K) & (rn[None, :] < N),
                    other=0.0)
        acc += tl.dot(x, y, input_precision=PRECISION)
    tl.store(c + rm[:, None] * N + rn[None, :], acc, mask=(rm[:, None] < M) & (rn[None, :] < N))


@triton.jit
def unary(x, y, n, OP: tl.constexpr, B: tl.constexpr):
    at = tl.program_id(0) * B + tl.arange(0, B)
    v = tl.load(x + at, mask=at < n)
    if OP == "exp":
        r = tl.exp(v)
    elif OP == "exp2":
        r = tl.exp2(v)
    elif OP == "log":
        r = tl.log(v)
    elif OP == "log2":
        r = tl.log2(v)
    elif OP == "sin":
        r = tl.sin(v)
    elif OP == "cos":
        r = tl.cos(v)
    elif OP == "sqrt":
        r = tl.sqrt(v)
    elif OP == "sqrt_rn":
        r = tl.sqrt_rn(v)
    elif OP == "rsqrt":
        r = tl.rsqrt(v)
    elif OP == "abs":
        r = tl.abs(v)
    elif OP == "floor":
        r = tl.floor(v)
    elif OP == "ceil":
        r = tl.ceil(v)
    elif OP == "erf":
        r = tl.erf(v)
    elif OP == "neg":
        r = -v
    elif OP == "sigmoid":
        r = tl.sigmoid(v)
    elif OP == "not":
        r = ~v
    else:
        r = v
    tl.store(y + at, r, mask=at < n)


@triton.jit
def binary(x, y, z, n, OP: tl.constexpr, B: tl.constexpr):
    at = tl.program_id(0) * B + tl.arange(0, B)
    a = tl.load(x + at, mask=at < n, other=1)
    b = tl.load(y + at, mask=at < n, other=1)
    if OP == "add":
        r = a + b
    elif OP == "sub":
        r = a - b
    elif OP == "mul":
        r = a * b
    elif OP == "div":
        r = a / b
    elif OP == "floordiv":
        r = a // b
    elif OP == "mod":
        r = a % b
    elif OP == "max":
        r = tl.maximum(a, b)
    elif OP == "min":
        r = tl.minimum(a, b)
    elif OP == "and":
        r = a & b
    elif OP == "or":
        r = a | b
    elif OP == "xor":
        r = a ^ b
    elif OP == "shl":
        r = a << (b & 7)
    elif OP == "shr":
        r = a >> (b & 7)
    elif OP == "lt":
        r = a < b
    elif OP == "le":
        r = a <= b
    elif OP == "gt":
        r = a > b
    elif OP == "ge":
        r = a >= b
    elif OP == "eq":
        r = a == b
    elif OP == "ne":
        r = a != b
    elif OP == "where":
        r = tl.where(a > b, a, b)
    elif OP == "umulhi":
        r = tl.umulhi(a, b)
    elif OP == "cdiv":
        r = tl.cdiv(a, b)
    else:
        r = tl.clamp(a, -b, b)
    tl.store(z + at, r, mask=at < n)


@triton.jit
def ternary(x, y, z, w, n, OP: tl.constexpr, B: tl.constexpr):
    at = tl.arange(0, B)
    a = tl.load(x + at, mask=at < n)
    b = tl.load(y + at, mask=at < n)
    c = tl.load(z + at, mask=at < n)
    if OP == "fma":
        r = tl.fma(a, b, c)
    else:
        r = tl.clamp(a, tl.minimum(b, c), tl.maximum(b, c))
    tl.store(w + at, r, mask=at < n)


@triton.jit
def cast(x, y, n, B: tl.constexpr):
    at = tl.arange(0, B)
    v = tl.load(x + at, mask=at < n)
    tl.store(y + at, v.to(y.dtype.element_ty), mask=at < n)


@triton.jit
def cast_and_back(x, y, n, TO: tl.constexpr, B: tl.constexpr):
    at = tl.arange(0, B)
    v = tl.load(x + at, mask=at < n)
    tl.store(y + at, v.to(TO).to(tl.float32), mask=at < n)


@triton.jit
def bits(x, y, n, B: tl.constexpr):
    at = tl.arange(0, B)
    v = tl.load(x + at, mask=at < n)
    tl.store(y + at, v.to(tl.int32, bitcast=True), mask=at < n)


@triton.jit
def reduced(x, y, M: tl.constexpr, N: tl.constexpr, AXIS: tl.constexpr, OP: tl.constexpr):
    r = tl.arange(0, M)
    c = tl.arange(0, N)
    v = tl.load(x + r[:, None] * N + c[None, :])
    if OP == "sum":
        s = tl.sum(v, axis=AXIS)
    elif OP == "max":
        s = tl.max(v, axis=AXIS)
    elif OP == "min":
        s = tl.min(v, axis=AXIS)
    elif OP == "argmax":
        s = tl.argmax(v, axis=AXIS)
    elif OP == "argmin":
        s = tl.argmin(v, axis=AXIS)
    else:
        s = tl.xor_sum(v, axis=AXIS)
    if AXIS == 0:
        tl.store(y + c, s)
    else:
        tl.store(y + r, s)


@triton.jit
def welford(m1, v1, w1, m2, v2, w2):
    d = m2 - m1
    w = w1 + w2
    part = tl.where(w == 0.0, 0.0, w2 / w)
    return m1 + d * part, v1 + v2 + d * d * w1 * part, w


@triton.jit
def moments(x, y, N: tl.constexpr):
    c = tl.arange(0, N)
    v = tl.load(x + c)
    mean, variance, weight = tl.reduce((v, tl.zeros_like(v), tl.full((N,), 1.0, tl.float32)), 0, welford)
    tl.store(y, mean)
    tl.store(y + 1, variance / weight)


@triton.jit
def left_scaled(a, ka, b, kb):
    return a * kb + b, ka * kb


@triton.jit
def scanned(x, y, z, M: tl.constexpr, N: tl.constexpr, AXIS: tl.constexpr, REVERSE: tl.constexpr, OP: tl.constexpr):
    r = tl.arange(0, M)
    c = tl.arange(0, N)
    at = r[:, None] * N + c[None, :]
    v = tl.load(x + at)
    if OP == "sum":
        s = tl.cumsum(v, axis=AXIS, reverse=REVERSE)
    elif OP == "prod":
        s = tl.cumprod(v, axis=AXIS, reverse=REVERSE)
    else:
        k = tl.load(z + at)
        s, _ = tl.associative_scan((v, k), AXIS, left_scaled, reverse=REVERSE)
    tl.store(y + at, s)


@triton.jit
def shapes(x, y, M: tl.constexpr, N: tl.constexpr, OP: tl.constexpr):
    at = tl.arange(0, M)[:, None] * N + tl.arange(0, N)[None, :]
    flat = tl.arange(0, M * N)
    v = tl.load(x + at)
    if OP == "trans":
        r = tl.reshape(tl.trans(v), (M * N,))
    elif OP == "permute":
        r = tl.reshape(tl.permute(tl.reshape(v, (M // 2, 2, N)), (1, 2, 0)), (M * N,))
    elif OP == "join":
        w = tl.load(x + flat)
        r = tl.reshape(tl.join(w, w * 2), (2 * M * N,))
        flat = tl.arange(0, 2 * M * N)
    elif OP == "split":
        a, b = tl.split(tl.reshape(v, (M * N // 2, 2)))
        r = a * 3 + b
        flat = tl.arange(0, M * N // 2)
    elif OP == "cat":
        w = tl.load(x + flat)
        r = tl.cat(w, w + 1, can_reorder=True)
        flat = tl.cat(flat, flat + M * N, can_reorder=True)  # the same order, whatever it is
    elif OP == "interleave":
        w = tl.load(x + flat)
        r = tl.interleave(w, -w)
        flat = tl.arange(0, 2 * M * N)
    elif OP == "gather":
        i = (tl.arange(0, M * N) * 7) % (M * N)
        r = tl.gather(tl.reshape(v, (M * N,)), i, 0)
    elif OP == "sort":
        r = tl.reshape(tl.sort(v), (M * N,))
    elif OP == "topk":
        r = tl.reshape(tl.topk(v, N // 2), (M * N // 2,))
        flat = tl.arange(0, M * N // 2)
    elif OP == "flip":
        r = tl.reshape(tl.flip(v, 1), (M * N,))
    else:
        r = tl.reshape(tl.broadcast_to(tl.sum(v, axis=1, keep_dims=True), (M, N)), (M * N,))
    tl.store(y + flat, r)


@triton.jit
def counted(x, y, n, BINS: tl.constexpr, B: tl.constexpr):
    at = tl.arange(0, B)
    v = tl.load(x + at, mask=at < n, other=0)
    tl.store(y + tl.arange(0, BINS), tl.histogram(v, BINS))


@triton.jit
def added(x, y, n, B: tl.constexpr):
    at = tl.program_id(0) * B + tl.arange(0, B)
    v = tl.load(x + at, mask=at < n, other=0)
    tl.atomic_add(y + at % 4, v, mask=at < n)


@triton.jit
def atomics(x, y, OP: tl.constexpr, B: tl.constexpr):
    at = tl.arange(0, B)
    v = tl.load(x + at)
    if OP == "max":
        r = tl.atomic_max(y + at, v)
    elif OP == "min":
        r = tl.atomic_min(y + at, v)
    elif OP == "and":
        r = tl.atomic_and(y + at, v)
    elif OP == "or":
        r = tl.atomic_or(y + at, v)
    elif OP == "xor":
        r = tl.atomic_xor(y + at, v)
    elif OP == "xchg":
        r = tl.atomic_xchg(y + at, v)
    else:
        r = tl.atomic_cas(y + at, v, v + 1)
    tl.store(x + at, r)


@triton.jit
def block_pointers(x, y, M, N, BM: tl.constexpr, BN: tl.constexpr):
    p = tl.make_block_ptr(x, (M, N), (N, 1), (tl.program_id(0) * BM, 0), (BM, BN), (1, 0))
    q = tl.make_block_ptr(y, (M, N), (N, 1), (tl.program_id(0) * BM, 0), (BM, BN), (1, 0))
    for _ in range(0, N, BN):
        tl.store(q, tl.load(p, boundary_check=(0, 1), padding_option="zero") * 2, boundary_check=(0, 1))
        p = tl.advance(p, (0, BN))
        q = tl.advance(q, (0, BN))


@triton.jit
def descriptors(x, y, M, N, BM: tl.constexpr, BN: tl.constexpr):
    p = tl.make_tensor_descriptor(x, [M, N], [N, 1], [BM, BN])
    q = tl.make_tensor_descriptor(y, [M, N], [N, 1], [BM, BN])
    for c in range(0, N, BN):
        q.store([tl.program_id(0) * BM, c], p.load([tl.program_id(0) * BM, c]) + 1)


@triton.jit(noinline=True)
def helper(v, w):
    if w > 3:
        return v + 1.0
    return v * 2.0


@triton.jit
def control(x, y, n, B: tl.constexpr):
    p = tl.program_id(0)
    if p > 5:
        return
    at = p * B + tl.arange(0, B)
    v = tl.load(x + at, mask=at < n, other=0.0)
    i = 0
    while i < p:
        if i % 2 == 0:
            v = v + i
        else:
            v = v * 0.5
        i += 1
    v += helper(p.to(tl.float32), p)
    for a in range(3):
        for b in tl.range(a, 3):
            v += a * b
    for down in range(3, 0, -1):
        v += down
    tl.store(y + at, v, mask=at < n)


@triton.jit
def swapped(x, y, n):
    a = tl.load(x)
    b = tl.load(x + 1)
    for _ in range(n):
        a, b = b, a + b
    tl.store(y, a)
    tl.store(y + 1, b)


@triton.jit
def library(x, y, n, OP: tl.constexpr, B: tl.constexpr):
    at = tl.arange(0, B)
    v = tl.load(x + at, mask=at < n, other=0.5)
    if OP == "tanh":
        r = libdevice.tanh(v)
    elif OP == "erf":
        r = libdevice.erf(v)
    elif OP == "log1p":
        r = libdevice.log1p(v)
    elif OP == "expm1":
        r = libdevice.expm1(v)
    elif OP == "pow":
        r = libdevice.pow(v, v)
    elif OP == "rint":
        r = libdevice.rint(v)
    elif OP == "isnan":
        r = libdevice.isnan(v).to(tl.float32)
    else:
        r = libdevice.atan2(v, v + 1)
    tl.store(y + at, r, mask=at < n)


@triton.jit
def drawn(y, seed, B: tl.constexpr):
    at = tl.arange(0, B)
    tl.store(y + at, tl.rand(seed, at))


@triton.jit
def programs(y, B: tl.constexpr):
    x = tl.program_id(0)
    index = x + tl.num_programs(0) * (tl.program_id(1) + tl.num_programs(1) * tl.program_id(2))
    tl.store(y + index, x * 100 + tl.program_id(1) * 10 + tl.program_id(2))


# ---- what a GPU would not forgive ------------------------------------------------------------------
@triton.jit
def past_the_end(x, y, n, B: tl.constexpr):
    at = tl.program_id(0) * B + tl.arange(0, B)
    v = tl.load(x + at, mask=at <= n)
    tl.store(y + at, v, mask=at < n)


@triton.jit
def store_before(y, B: tl.constexpr):
    at = tl.arange(0, B)
    tl.store(y + at - 1, at)


@triton.jit
def all_into_one(x, y, n, B: tl.constexpr):
    at = tl.program_id(0) * B + tl.arange(0, B)
    v = tl.load(x + at, mask=at < n)
    tl.store(y + at % B, v, mask=at < n)


@triton.jit
def reads_the_next(x, B: tl.constexpr):
    at = tl.program_id(0) * B + tl.arange(0, B)
    v = tl.load(x + at + B)
    tl.store(x + at, v)


@triton.jit
def turns_around(x, y, BARRIER: tl.constexpr, B: tl.constexpr):
    at = tl.arange(0, B)
    tl.store(x + at, at)
    if BARRIER:
        tl.debug_barrier()
    v = tl.load(x + B - 1 - at)
    tl.store(y + at, v)


@triton.jit
def moves_down(x, y, BY: tl.constexpr, B: tl.constexpr):
    at = tl.arange(0, B)
    tl.store(x + at, at, mask=at < B - BY)
    v = tl.load(x + at + BY, mask=at < B - BY, other=0)
    tl.store(y + at, v)


@triton.jit
def takes_one(x, y, B: tl.constexpr):
    at = tl.arange(0, B)
    tl.store(x + at, at)
    for k in range(4):
        tl.store(y + k, tl.load(x + 3 * k))


@triton.jit
def swaps(x, y, BY: tl.constexpr, B: tl.constexpr):
    at = tl.arange(0, B)
    tl.store(x + at, at)
    v = tl.load(x + (at ^ BY))
    tl.store(y + at, v)


@triton.jit
def lanes_meet(y, B: tl.constexpr):
    at = tl.arange(0, B)
    tl.store(y + at // 2, at)


@triton.jit
def locked(lock, total, ATOMIC: tl.constexpr, B: tl.constexpr):
    while tl.atomic_cas(lock, 0, 1) == 1:
        pass
    at = tl.arange(0, B)
    v = tl.load(total + at)
    tl.store(total + at, v + 1)
    tl.debug_barrier()
    if ATOMIC:
        tl.atomic_xchg(lock, 0)
    else:
        tl.store(lock, 0)


@triton.jit
def locked_by_turns(lock, total, COMPARES: tl.constexpr):
    if COMPARES:
        while tl.atomic_cas(lock, 0, 1) == 1:
            pass
    else:
        while tl.atomic_xchg(lock, 1) == 1:
            pass
    tl.store(total, tl.load(total) + 1)
    tl.debug_barrier()
    tl.atomic_xchg(lock, 0)


@triton.jit
def told_by_an_exchange(flag, data, y, EXPECTED: tl.constexpr):
    if tl.program_id(0) == 0:
        tl.store(data, 5)
        tl.debug_barrier()
        tl.atomic_cas(flag, EXPECTED, 1)
    else:
        tl.atomic_cas(flag, EXPECTED, 1)
        tl.debug_barrier()
        tl.store(y, tl.load(data))


@triton.jit
def waits_for_ever(flag):
    while tl.atomic_add(flag, 0) == 0:
        pass


@triton.jit
def last_one_sums(x, part, count, y, n, ORDERED: tl.constexpr, B: tl.constexpr):
    p = tl.program_id(0)
    at = p * B + tl.arange(0, B)
    tl.store(part + p, tl.sum(tl.load(x + at, mask=at < n, other=0.0)))
    tl.debug_barrier()
    if ORDERED:
        done = tl.atomic_add(count, 1)
    else:
        done = tl.atomic_add(count, 1, sem="relaxed")
    if done == tl.num_programs(0) - 1:
        parts = tl.arange(0, 8)
        tl.store(y, tl.sum(tl.load(part + parts, mask=parts < tl.num_programs(0), other=0.0)))


@triton.jit
def asserted(x, n, B: tl.constexpr):
    at = tl.arange(0, B)
    v = tl.load(x + at)
    tl.device_assert(v < n, "small enough")


@triton.jit
def printed(x, B: tl.constexpr):
    tl.device_print("values", tl.load(x + tl.arange(0, B)))


@triton.jit
def between_launches(x, y, B: tl.constexpr):
    tl.extra.cuda.gdc_wait()
    at = tl.arange(0, B)
    tl.store(y + at, tl.load(x + at) + 1)
    tl.extra.cuda.gdc_launch_dependents()


@triton.jit
def loads_by_assembly(x, y, B: tl.constexpr):
    at = tl.arange(0, B)
    r = tl.inline_asm_elementwise("ld.global.u32 $0, [$1];", "=r,l", [x + at], dtype=tl.int32, is_pure=False, pack=1)
    tl.store(y + at, r)


@triton.jit
def tells_time(y, B: tl.constexpr):
    at = tl.arange(0, B)
    r = tl.inline_asm_elementwise("{ .reg .b32 t; mov.u32 t, %clock; add.u32 $0, t, $1; }", "=r,r", [at], dtype=tl.int32, is_pure=False,
                                  pack=1)
    tl.store(y + at, r)


@triton.jit
def by_assembly(x, y, z, ASM: tl.constexpr, CONSTRAINTS: tl.constexpr, PACK: tl.constexpr, B: tl.constexpr):
    at = tl.program_id(0) * B + tl.arange(0, B)
    r = tl.inline_asm_elementwise(ASM, CONSTRAINTS, [tl.load(x + at), tl.load(y + at)], dtype=z.dtype.element_ty, is_pure=True, pack=PACK)
    tl.store(z + at, r)


@triton.jit
def two_results_of_assembly(x, y, z, B: tl.constexpr):
    at = tl.arange(0, B)
    low, high = tl.inline_asm_elementwise("""
        {
        .reg .b8 a, b, c, d;   // four bytes of packed nibbles
        .reg .b32 t, u;
        and.b32 t, $8, 0x0F0F0F0F;
        shr.u32 u, $8, 4;
        and.b32 u, u, 0x0F0F0F0F;
        mov.b32 {a, b, c, d}, t;
        cvt.rn.f32.u8 $0, a;
        cvt.rn.f32.u8 $1, b;
        cvt.rn.f32.u8 $2, c;
        cvt.rn.f32.u8 $3, d;
        mov.b32 {a, b, c, d}, u;
        cvt.rn.f32.u8 $4, a;
        cvt.rn.f32.u8 $5, b;
        cvt.rn.f32.u8 $6, c;
        cvt.rn.f32.u8 $7, d;
        }""", "=f,=f,=f,=f,=f,=f,=f,=f,r", [tl.load(x + at)], dtype=(tl.float32, tl.float32), is_pure=True, pack=4)
    tl.store(y + at, low)
    tl.store(z + at, high)


@triton.jit
def gathered_outside(x, y, B: tl.constexpr):
    at = tl.arange(0, B)
    v = tl.load(x + at)
    tl.store(y + at, tl.gather(v, at + 1, 0))


@triton.jit
def turned_in_memory(x, scratch, y, sums, EPOCHS: tl.constexpr, BY: tl.constexpr, B: tl.constexpr):
    """y = x transposed, by way of memory; `BY`: what lies between the store and the load."""
    rows, columns = tl.arange(0, B)[:, None], tl.arange(0, B)[None, :]
    for _ in range(EPOCHS):
        tl.debug_barrier()
    value = tl.load(x + rows * B + columns)
    tl.store(scratch + rows * B + columns, value)
    if BY == "rows":
        tl.store(sums + tl.arange(0, B), tl.sum(value, axis=1))
    elif BY == "additions":
        tl.atomic_add(sums + tl.arange(0, B), 1.0, sem="relaxed")
    elif BY == "barrier":
        tl.debug_barrier()
    tl.store(y + rows * B + columns, tl.load(scratch + columns * B + rows))


@triton.jit
def many_shapes(x, scratch, y):
    """Blocks of eight shapes, and a copy by way of memory in two more, which no barrier parts."""
    for size in tl.static_range(8):
        at = tl.arange(0, 2 << size)
        tl.store(scratch + 1024 + (2 << size) + at, tl.load(x + at))
    wide = tl.arange(0, 64)[:, None] * 16 + tl.arange(0, 16)[None, :]
    tl.store(scratch + wide, tl.load(x + wide))
    square = tl.arange(0, 32)[:, None] * 32 + tl.arange(0, 32)[None, :]
    tl.store(y + square, tl.load(scratch + square))


@triton.jit
def adds_far_apart(y, n):
    at = y + tl.program_id(0) % n
    tl.store(at, tl.load(at) + 1.0)


@triton.jit
def exchanges(total, tries):
    old = tl.atomic_add(total, 0)
    todo = 1
    while (todo != 0) & (tries > 0):
        seen = tl.atomic_cas(total, old, old + 1)
        todo = (seen != old).to(tl.int32)
        old = seen
        tries -= 1

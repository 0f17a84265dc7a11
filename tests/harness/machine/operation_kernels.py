# SPDX-License-Identifier: GPL-3.0-or-later
"""Kernels of operations that Triton's interpreter lacks or has otherwise than a GPU, and of what a kernel says of its values."""

import triton
import triton.language as tl


@triton.jit
def scaled_product(a, sa, b, sb, c, M: tl.constexpr, N: tl.constexpr, K: tl.constexpr, A: tl.constexpr, B: tl.constexpr,
                   A_PACK: tl.constexpr, B_PACK: tl.constexpr, A_K: tl.constexpr, B_K: tl.constexpr, SCALE_B: tl.constexpr):
    """A_PACK, B_PACK: 2 for e2m1; A_K, B_K: whether they are packed along K."""
    ROWS: tl.constexpr = M if A_K else M // A_PACK
    A_COLUMNS: tl.constexpr = K // A_PACK if A_K else K
    LINES: tl.constexpr = K // B_PACK if B_K else K
    COLUMNS: tl.constexpr = N if B_K else N // B_PACK
    x = tl.load(a + tl.arange(0, ROWS)[:, None] * A_COLUMNS + tl.arange(0, A_COLUMNS)[None, :])
    y = tl.load(b + tl.arange(0, LINES)[:, None] * COLUMNS + tl.arange(0, COLUMNS)[None, :])
    m, n, s = tl.arange(0, M), tl.arange(0, N), tl.arange(0, K // 32)
    scale_x = tl.load(sa + m[:, None] * (K // 32) + s[None, :])
    if SCALE_B:
        scale_y = tl.load(sb + n[:, None] * (K // 32) + s[None, :])
    else:
        scale_y = None
    r = tl.dot_scaled(x, scale_x, A, y, scale_y, B, lhs_k_pack=A_K, rhs_k_pack=B_K)
    tl.store(c + m[:, None] * N + n[None, :], r)


@triton.jit
def sum_and_product(x, y):
    return x + y, x * y


@triton.jit
def crossed(x0, x1, y0, y1):
    return x0 - y1, x1 - y0


@triton.jit
def selu(x, scale):
    if x > 0:
        return x
    else:
        return scale * (tl.exp(x) - 1)


@triton.jit
def halved(x, limit):
    steps = 0
    while x > limit:
        x = x * 0.5
        steps += 1
    return steps


@triton.jit
def never_small(x, limit):
    while x > limit:
        x = x + 0.0
    return x


@triton.jit
def mapped(x, y, z, w, OP: tl.constexpr, B: tl.constexpr):
    at = tl.arange(0, B)
    a, b = tl.load(x + at), tl.load(y + at)
    if OP == "two":
        r, s = tl.map_elementwise(sum_and_product, a, b)
        tl.store(z + at, r)
        tl.store(w + at, s)
    elif OP == "pack":
        r, = tl.map_elementwise(crossed, a, b, pack=2)
        tl.store(z + at, r)
    elif OP == "branch":
        tl.store(z + at, tl.map_elementwise(selu, a, b))
    elif OP == "loop":
        tl.store(z + at, tl.map_elementwise(halved, a, b).to(tl.float32))
    else:
        tl.store(z + at, tl.map_elementwise(never_small, a, b))


@triton.jit
def larger_with_place(x, at_x, y, at_y):
    if x > y:
        return x, at_x
    if x == y:
        return x, tl.minimum(at_x, at_y)
    return y, at_y


@triton.jit
def clamped_sum(x, y):
    z = x + y
    while z > 4:
        z -= 4
    return z


@triton.jit
def combined(x, values, places, sums, M: tl.constexpr, N: tl.constexpr):
    """Reductions and a scan by functions with branches and loops."""
    m, n = tl.arange(0, M), tl.arange(0, N)
    at = m[:, None] * N + n[None, :]
    v = tl.load(x + at)
    best, place = tl.reduce((v, at), 1, larger_with_place)
    tl.store(values + m, best)
    tl.store(places + m, place)
    tl.store(sums + at, tl.associative_scan(v, 1, clamped_sum))


@triton.jit
def cut(x, y, TO: tl.constexpr, B: tl.constexpr):
    at = tl.arange(0, B)
    tl.store(y + at, tl.load(x + at).to(TO, fp_downcast_rounding="rtz").to(tl.float32))


@triton.jit
def atomic_of(x, y, old, OP: tl.constexpr, SEM: tl.constexpr, SCOPE: tl.constexpr, B: tl.constexpr):
    at = tl.arange(0, B)
    v = tl.load(y + at)
    mask = at % 4 != 0
    if OP == "add":
        r = tl.atomic_add(x + at, v, mask=mask, sem=SEM, scope=SCOPE)
    elif OP == "max":
        r = tl.atomic_max(x + at, v, mask=mask, sem=SEM, scope=SCOPE)
    elif OP == "min":
        r = tl.atomic_min(x + at, v, mask=mask, sem=SEM, scope=SCOPE)
    elif OP == "and":
        r = tl.atomic_and(x + at, v, mask=mask, sem=SEM, scope=SCOPE)
    elif OP == "or":
        r = tl.atomic_or(x + at, v, mask=mask, sem=SEM, scope=SCOPE)
    elif OP == "xor":
        r = tl.atomic_xor(x + at, v, mask=mask, sem=SEM, scope=SCOPE)
    else:
        r = tl.atomic_xchg(x + at, v, mask=mask, sem=SEM, scope=SCOPE)
    tl.store(old + at, r, mask=mask)


@triton.jit
def counted_up(y, counter, B: tl.constexpr):
    row, at = tl.program_id(0), tl.arange(0, B)
    tl.store(y + row * B + tl.atomic_add(counter + row + at * 0, 1), at)


@triton.jit
def all_binned(x, y, BINS: tl.constexpr, B: tl.constexpr):
    tl.store(y + tl.arange(0, BINS), tl.histogram(tl.load(x + tl.arange(0, B)), BINS))


@triton.jit
def binned(x, y, BINS: tl.constexpr, B: tl.constexpr):
    at = tl.arange(0, B)
    v = tl.load(x + at)
    tl.store(y + tl.arange(0, BINS), tl.histogram(v, BINS, mask=v % 2 == 0))


@triton.jit
def by_number(x, y, n, B: tl.constexpr):
    """Through addresses as whole numbers and back."""
    at = tl.arange(0, B)
    number = x.to(tl.int64) + n * 4
    tl.store(y + at, tl.load(number.to(tl.pointer_type(tl.float32)) + at))


@triton.jit
def leaves_early(x, y, n, B: tl.constexpr):
    if tl.program_id(0) >= n:
        return
    at = tl.program_id(0) * B + tl.arange(0, B)
    tl.store(y + at, tl.load(x + at) + 1)


@triton.jit
def two_ways(x, y, M, N, STORE: tl.constexpr, LOAD: tl.constexpr, BM: tl.constexpr):
    """x doubled in place and from there to y; STORE and LOAD of x: by a descriptor or by pointers."""
    block = tl.make_tensor_descriptor(x, [M, N], [N, 1], [BM, 32])
    at = (tl.program_id(0) * BM + tl.arange(0, BM))[:, None] * N + tl.arange(0, 32)[None, :]
    first = tl.program_id(0) * BM
    v = (block.load([first, 0]) if LOAD == "descriptor" else tl.load(x + at)) * 2
    if STORE == "descriptor":
        block.store([first, 0], v)
    elif STORE == "pointers":
        tl.store(x + at, v)
    else:
        tl.atomic_xchg(x + at, v)
    tl.debug_barrier()
    tl.store(y + at, block.load([first, 0]) if LOAD == "descriptor" else tl.load(x + at))


@triton.jit
def one_more_by_descriptor(x, y, M, N, BM: tl.constexpr, BN: tl.constexpr):
    source = tl.make_tensor_descriptor(x, [M, N], [N, 1], [BM, BN])
    target = tl.make_tensor_descriptor(y, [M, N], [N, 1], [BM, BN])
    target.store([0, 0], source.load([0, 0]) + 1)


@triton.jit
def doubled_in_place(x, M, N, BY: tl.constexpr, BM: tl.constexpr):
    """Loads by one way what it then stores by the other."""
    block = tl.make_tensor_descriptor(x, [M, N], [N, 1], [BM, 32])
    at = (tl.program_id(0) * BM + tl.arange(0, BM))[:, None] * N + tl.arange(0, 32)[None, :]
    first = tl.program_id(0) * BM
    if BY == "pointers":
        tl.store(x + at, block.load([first, 0]) * 2)
    else:
        block.store([first, 0], tl.load(x + at) * 2)


@triton.jit
def rows_by_number(x, y, rows, M, N: tl.constexpr, R: tl.constexpr):
    source = tl.make_tensor_descriptor(x, [M, N], [N, 1], [1, N])
    target = tl.make_tensor_descriptor(y, [M, N], [N, 1], [1, N])
    at = tl.load(rows + tl.arange(0, R))
    target.scatter(source.gather(at, 0), at, 0)


@triton.jit
def added_to_block(x, y, M, N: tl.constexpr, R: tl.constexpr):
    source = tl.make_tensor_descriptor(x, [M, N], [N, 1], [R, N])
    target = tl.make_tensor_descriptor(y, [M, N], [N, 1], [R, N])
    target.atomic_add([0, 0], source.load([0, 0]))


# ---- what is said of values ---------------------------------------------------------------------
@triton.jit
def said_multiple(x, y, start, B: tl.constexpr):
    at = tl.multiple_of(start * 2, 16) + tl.arange(0, B)
    tl.store(y + at, tl.load(x + at))


@triton.jit
def said_contiguous(x, y, stride, B: tl.constexpr):
    at = tl.max_contiguous(tl.multiple_of(tl.arange(0, B) * stride, 4), B)
    tl.store(y + tl.arange(0, B), tl.load(x + at))


@triton.jit
def said_constant(x, y, span, B: tl.constexpr):
    at = tl.max_constancy(tl.arange(0, B) // span, 8)
    tl.store(y + tl.arange(0, B), tl.load(x + at))


@triton.jit
def said_of_carried(x, y, step, B: tl.constexpr):
    p = x
    for i in range(3):
        p = tl.multiple_of(p, 16)
        tl.store(y + i * B + tl.arange(0, B), tl.load(p + tl.arange(0, B)))
        p += step


@triton.jit
def rows_around(x, y, M, B: tl.constexpr):
    """As matrix products have it: rows that come round to the first."""
    at = tl.max_contiguous(tl.multiple_of((tl.program_id(0) * B + tl.arange(0, B)) % M, B), B)
    tl.store(y + tl.program_id(0) * B + tl.arange(0, B), tl.load(x + at))


@triton.jit
def taken_for_granted(x, n, B: tl.constexpr):
    tl.assume(n > 3)
    tl.store(x + tl.arange(0, B), n)


# ---- what a GPU does but approximately ----------------------------------------------------------
@triton.jit
def quotient(x, y, z, n, EXACT: tl.constexpr, B: tl.constexpr):
    at = tl.program_id(0) * B + tl.arange(0, B)
    a, b = tl.load(x + at, mask=at < n, other=1.0), tl.load(y + at, mask=at < n, other=1.0)
    if EXACT:
        q = tl.div_rn(a, b)
    else:
        q = a / b
    tl.store(z + at, tl.floor(q), mask=at < n)


@triton.jit
def summed(x, y, N: tl.constexpr):
    tl.store(y, tl.sum(tl.load(x + tl.arange(0, N)), axis=0))


# ---- order --------------------------------------------------------------------------------------
@triton.jit
def handed_over(data, flag, y, SEM: tl.constexpr, SCOPE: tl.constexpr):
    """Program 0 stores and sets a flag; program 1 waits for the flag and loads."""
    if tl.program_id(0) == 0:
        tl.store(data, 5.0)
        tl.atomic_xchg(flag, 1, sem=SEM, scope=SCOPE)
    else:
        while tl.atomic_add(flag, 0, sem=SEM, scope=SCOPE) == 0:
            pass
        tl.store(y, tl.load(data))


@triton.jit
def added_by_all(y, FIRST: tl.constexpr, OTHERS: tl.constexpr):
    if tl.program_id(0) == 0:
        tl.atomic_add(y, 1, sem="relaxed", scope=FIRST)
    else:
        tl.atomic_add(y, 1, sem="relaxed", scope=OTHERS)


@triton.jit
def shifted_in_place(x, BARRIER: tl.constexpr, B: tl.constexpr):
    """Each lane loads what another stores."""
    at = tl.arange(0, B)
    v = tl.load(x + (at + 1) % B)
    if BARRIER:
        tl.debug_barrier()
    tl.store(x + at, v)


@triton.jit
def stored_twice(x, SAME: tl.constexpr, BARRIER: tl.constexpr, B: tl.constexpr):
    """Other lanes store the same elements a second time."""
    at = tl.arange(0, B)
    tl.store(x + at, at * 1.0)
    if BARRIER:
        tl.debug_barrier()
    if SAME:
        tl.store(x + (B - 1 - at), (B - 1 - at) * 1.0)
    else:
        tl.store(x + (B - 1 - at), at * 2.0)


@triton.jit
def lanes_meet(x, SAME: tl.constexpr, B: tl.constexpr):
    at = tl.arange(0, B)
    if SAME:
        tl.store(x + at // 2, (at // 2) * 1.0)
    else:
        tl.store(x + at // 2, at * 1.0)


@triton.jit
def ticket(counter, x, WAITS: tl.constexpr):
    """Each program waits for its turn; with WAITS they wait for one that never comes."""
    mine = tl.program_id(0)
    if WAITS:
        mine += 1
    while tl.atomic_add(counter, 0) != mine:
        pass
    tl.store(x + tl.program_id(0), mine)
    tl.atomic_add(counter, 1)


@triton.jit
def all_load_one_stores(x, y, STORES: tl.constexpr, B: tl.constexpr):
    at = tl.arange(0, B)
    total = tl.sum(tl.load(x + at), axis=0)
    tl.store(y + tl.program_id(0), total)
    if STORES:
        if tl.program_id(0) == 5:
            tl.store(x + 40, total)


@triton.jit
def doubled_if_positive(x):
    if x > 0:
        return x * 2


@triton.jit
def of_one_element(x, out):
    a = tl.load(x + tl.arange(0, 1))
    item = a.item()
    if a > 3:
        item += 1
    left, right = tl.split(tl.load(x + tl.arange(0, 2)))
    tl.store(out, item)
    tl.store(out + 1, left)
    tl.store(out + 2, right)
    tl.store(out + 3, tl.reshape(a, ()))


@triton.jit
def of_a_half_function(x, out):
    a = tl.load(x)
    made = doubled_if_positive(a)
    if a > 0:
        tl.store(out, made)

# SPDX-License-Identifier: GPL-3.0-or-later
"""What the threads and the programs of a GPU do beside each other, and the kernel machine one after another."""

import driving
import pytest
import torch
from driving import given

from harness.shared import bundle


def run(roles, kernel, forward, *inputs):
    text = (driving.HEAD + kernel + "\nclass ModelNew(torch.nn.Module):\n"
            f"    def forward(self, x):\n        {forward}\n")
    (answer, output), = driving.run_candidate(roles, text, [("original", given(*inputs))])
    return answer, bundle.Bundle(output).view("output.0") if answer["ok"] else None


X = torch.randn(200)

SMALL = """from triton.language.extra import libdevice

@triton.jit
def small(x, y, scratch, n, S: tl.constexpr, B: tl.constexpr):
    few, at = tl.arange(0, S), tl.arange(0, B)
    v = tl.load(x + at, mask=at < n, other=0.0)
    tl.store(scratch + few, few * 0.0 + 2.0)
    BETWEEN
    s = tl.load(scratch + few)
    USE

"""
SMALL_FORWARD = """y = torch.empty_like(x)
        small[(1,)](x, y, torch.empty(64, device='cuda'), x.numel(), S=16, B=256OPTIONS)
        return y"""
ALL = "tl.store(y + at, v * tl.sum(s), mask=at < n)"
FACTOR = 32.0  # of all


@pytest.mark.parametrize("between, use, options, ok", [
    ("pass", ALL, "", False),
    ("tl.debug_barrier()", ALL, "", True),
    ("v += tl.sum(v) * 0.0", ALL, "", True),
    ("tl.sum(v)", ALL, "", False),  # the compiler leaves it out
    ("pass", ALL, ", num_warps=1", True),
    ("pass", ALL.replace("B=256", "B=16"), ", num_warps=8", False),
    ("pass", "tl.store(y + at, v, mask=(at < n) & (tl.sum(s) > 0.0))", "", False),
    ("pass", "tl.store(y + at + (tl.sum(s) > 1e9).to(tl.int32), v, mask=at < n)", "", False),
    ("pass", "tl.store(y + at, (s[None, :] + v[:, None] * 0.0).sum(1), mask=at < n)", "", False),
    ("pass", "if tl.sum(s) > 0.0:\n        tl.store(y + at, v, mask=at < n)", "", False),
    ("pass", "tl.atomic_add(y + at, v * tl.sum(s), mask=at < n)", "", False),
    ("pass", "tl.store(y + at, v * libdevice.exp2(tl.sum(s) - 27.0), mask=at < n)", "", False),
    ("pass", "for _ in range(tl.sum(s).to(tl.int32)):\n        v += 1.0\n    tl.store(y + at, v, mask=at < n)", "", False),
    ("pass", "tl.store(scratch + few, s + 1.0)\n    tl.store(y + at, v * 32.0, mask=at < n)", "",
     True),
    ("pass", "tl.store(scratch + 20, tl.sum(s))\n    tl.store(y + at, v * 32.0, mask=at < n)", "",
     True),
])
def test_what_a_small_block_loads_again_is_right_where_stored(roles, between, use, options, ok):
    answer, output = run(roles, SMALL.replace("BETWEEN", between).replace("USE", use),
                         SMALL_FORWARD.replace("OPTIONS", options), X)
    assert answer["ok"] == ok, answer
    if ok:
        assert torch.equal(output, X * FACTOR)
    else:
        assert answer["code"] == "data_race" and "fewer elements" in answer["message"], answer


@pytest.mark.parametrize("block, ok", [(16, True), (32, True), (64, False), (256, False)])
def test_a_number_loaded_again_is_right_in_the_first_warp(roles, block, ok):
    kernel = """@triton.jit
def centred(x, y, mean, n, B: tl.constexpr):
    at = tl.arange(0, B)
    v = tl.load(x + at, mask=at < n, other=0.0)
    tl.store(mean, tl.sum(v) / n)
    tl.store(y + at, v - tl.load(mean), mask=at < n)

"""
    forward = f"""y = torch.empty({min(block, 200)}, device='cuda')
        centred[(1,)](x, y, torch.empty(1, device='cuda'), y.numel(), B={block})
        return y"""
    answer, output = run(roles, kernel, forward, X)
    assert answer["ok"] == ok, answer
    if ok:
        assert torch.allclose(output, X[:block] - X[:block].mean(), atol=1e-6)


def test_programs_do_not_inherit_what_another_has_loaded(roles):
    kernel = """@triton.jit
def counts(x, y, seen, n, B: tl.constexpr):
    p = tl.program_id(0)
    tl.store(seen + p, 1.0)
    if tl.load(seen + p) > 0.0:
        tl.store(seen + p, 2.0)
    else:
        tl.store(seen + p, 3.0)

@triton.jit
def add_one(x, y, n, B: tl.constexpr):
    at = tl.program_id(0) * B + tl.arange(0, B)
    tl.store(y + at, tl.load(x + at, mask=at < n) + 1.0, mask=at < n)

"""
    forward = """y = torch.empty_like(x)
        counts[(3,)](x, y, torch.empty(3, device='cuda'), x.numel(), B=64)
        add_one[(4,)](x, y, x.numel(), B=64)
        return y"""
    answer, output = run(roles, kernel, forward, X)
    assert answer["ok"] and torch.equal(output, X + 1), answer


WAITS = """@triton.jit
def waits(x, y, flag, n, B: tl.constexpr):
    p = tl.program_id(0)
    at = tl.arange(0, B)
    if p == LAST:
        tl.atomic_xchg(flag, 1)
    else:
        TURN
        tl.store(y + at, tl.load(x + at, mask=at < n), mask=at < n)

"""
WAITS_FORWARD = """y, flag = torch.empty_like(x), torch.zeros(2, dtype=torch.int32, device='cuda')
        waits[(2,)](x, y, flag, x.numel(), B=256)
        return y"""
SPINS = [
    "while tl.atomic_cas(flag, 1, 1) != 1:\n            pass",
    "while tl.atomic_add(flag, 0) == 0:\n            pass",
    "while tl.atomic_or(flag, 0, sem='acquire') == 0:\n            pass",
    "while tl.load(flag, volatile=True) == 0:\n            pass",
    "seen = tl.load(flag, volatile=True)\n        while seen == 0:\n"
    "            seen = tl.load(flag, volatile=True)",
]


@pytest.mark.parametrize("turn", SPINS)
@pytest.mark.parametrize("last", [0, 1])
def test_waiting_for_another_program_ends(roles, turn, last):
    kernel = WAITS.replace("TURN", turn).replace("LAST", str(last))
    answer, output = run(roles, kernel, WAITS_FORWARD, X)
    assert answer["ok"] and torch.equal(output, X), answer


@pytest.mark.parametrize("turn", SPINS)
def test_waiting_for_nobody_is_an_endless_loop(roles, turn):
    answer, _ = run(roles, WAITS.replace("TURN", turn).replace("LAST", "2"), WAITS_FORWARD, X)
    assert not answer["ok"] and answer["code"] == "timeout", answer


# A running sum: each program waits for a word of the one before, which says that it is there and how much it is.
LOOKS_BACK = """@triton.jit
def looks_back(x, status, beside, y):
    p = tl.program_id(0)
    own = tl.load(x + p)
    before = 0
    if p > 0:
        word = tl.load(status + p - 1, volatile=True)
        while word == 0:
            word = tl.load(status + p - 1, volatile=True)
        before = READ
    PUBLISH
    tl.store(y + p, before + own)

"""
LOOKS_BACK_FORWARD = """status, y = torch.zeros_like(x), torch.empty_like(x)
        looks_back[(8,)](x, status, torch.zeros_like(x), y)
        return y"""
WORD, READ = "(1 << 30) | (before + own)", "word & ((1 << 30) - 1)"


@pytest.mark.parametrize("publish, read, ok", [
    (f"tl.atomic_xchg(status + p, {WORD}, sem='relaxed')", READ, True),
    (f"tl.store(status + p, {WORD})", READ, False), (f"tl.store(status + p, {WORD}, cache_modifier='.cg')", READ, False),
    ("tl.store(beside + p, before + own)\n    tl.atomic_xchg(status + p, 1, sem='release')", "tl.load(beside + p - 1)", False),
    ("tl.store(beside + p, before + own)\n    tl.atomic_xchg(status + p, 1, sem='release')",
     "tl.load(beside + p - 1, volatile=True)", False),
    ("tl.store(beside + p, before + own)\n    tl.atomic_xchg(status + p, 1, sem='release')",
     "tl.atomic_add(status + p - 1, 0, sem='acquire') - 1 + tl.load(beside + p - 1)", True)])
def test_a_volatile_load_may_look_at_what_is_changed_atomically_and_acquires_nothing(roles, publish, read, ok):
    """PTX: it is relaxed, a plain store is weak, whatever its cache modifier is; beside a word, nothing is in order by it."""
    kernel = LOOKS_BACK.replace("PUBLISH", publish).replace("READ", read)
    x = torch.arange(1, 9, dtype=torch.int32)
    answer, output = run(roles, kernel, LOOKS_BACK_FORWARD, x)
    assert answer["ok"] == ok and (not ok or torch.equal(output, x.cumsum(0).int())), answer
    assert ok or answer["code"] == "data_race", answer


@pytest.mark.parametrize("turn", [
    "i = 0\n        while i < 5000:\n            i += 1 + tl.load(flag + 1)",
    "i = 0\n        while i < 5000:\n            i += 1\n"
    "            tl.atomic_add(flag + 1, 1)\n            tl.load(flag)",
])
def test_a_long_loop_is_no_waiting(roles, turn):
    if "atomic" not in turn:  # reads one place again and again, but ends by itself soon enough
        turn = turn.replace("5000", "1500")
    answer, output = run(roles, WAITS.replace("TURN", turn).replace("LAST", "0"), WAITS_FORWARD, X)
    assert answer["ok"] and torch.equal(output, X), answer


TURNED = """@triton.jit
def turned(x, y, scratch, n, B: tl.constexpr):
    at = tl.arange(0, B)
    v = tl.load(x + at, mask=at < n, other=0.0)
    tl.store(scratch + at, v)
    FIRST
    w = tl.load(scratch + (B - 1 - at)VOLATILE)
    tl.store(y + (B - 1 - at), w, mask=B - 1 - at < n)

"""
TURNED_FORWARD = """y = torch.empty_like(x)
        turned[(1,)](x, y, torch.empty(256, device='cuda'), x.numel(), B=256OPTIONS)
        return y"""


@pytest.mark.parametrize("first, options, volatile, ok", [
    ("pass", "", "", False), ("tl.debug_barrier()", "", "", True),
    ("pass", ", num_warps=1", "", True),  # no assembler can tell that the load is of another address
    ("pass", "", ", volatile=True", False), ("tl.debug_barrier()", "", ", volatile=True", True)])
def test_what_another_thread_stored_needs_a_barrier_for_volatile_loads_too(roles, first, options, volatile, ok):
    kernel = TURNED.replace("FIRST", first).replace("VOLATILE", volatile)
    answer, output = run(roles, kernel, TURNED_FORWARD.replace("OPTIONS", options), X)
    assert answer["ok"] == ok and (not ok or torch.equal(output, X)), answer
    assert ok or answer["code"] == "data_race", answer

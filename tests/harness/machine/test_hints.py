# SPDX-License-Identifier: GPL-3.0-or-later
"""What a kernel says of its values and does not hold, what only a GPU's rounding shows, and what has no order: each beside a
right twin."""

import inspect

import machine_driving  # noqa: F401  (puts the harness in place)
import operation_kernels as kernels
import pytest
import torch


def line_of(kernel, text):
    lines, first = inspect.getsourcelines(kernel.fn)
    return first + next(i for i, line in enumerate(lines) if text in line)


def kinds(answer):
    return {finding["kind"] for finding in answer["findings"]}


@pytest.mark.parametrize("kernel, right, wrong, word", [
    ("said_multiple", 8, 7, "multiple_of"), ("said_contiguous", 1, 4, "max_contiguous"),
    ("said_constant", 8, 4, "max_constancy"), ("said_of_carried", 4, 3, "multiple_of")])
def test_hints_that_do_not_hold(kernel, right, wrong, word, machine):
    function = getattr(kernels, kernel)
    x, y = torch.arange(256).float(), torch.zeros(256)
    assert machine.run(function, (1,), x, y, right, B=32)["findings"] == []
    answer = machine.run(function, (1,), x, y, wrong, B=32)
    assert kinds(answer) == {"false hint"}
    found = answer["findings"][0]
    assert word in found["message"]
    assert found["line"] in (line_of(function, word), line_of(function, "for ") if "carried" in kernel else 0)


def test_rows_that_come_round(machine):
    """Not a whole block, but groups of 16 follow each other, and no access is wider; or a block goes on at the beginning, as in
    Triton's tutorials, whose lanes there are stored nowhere."""
    x, y = torch.arange(96).float(), torch.zeros(128)
    assert machine.run(kernels.rows_around, (2,), x, y, 96, B=64)["findings"] == []
    assert torch.equal(y[96:], x[:32])
    x = torch.arange(100).float()
    assert machine.run(kernels.rows_around, (2,), x, y, 100, B=64)["findings"] == []


def test_an_assumption(machine):
    x = torch.zeros(32, dtype=torch.int32)
    assert machine.run(kernels.taken_for_granted, (1,), x, 4, B=32)["findings"] == []
    answer = machine.run(kernels.taken_for_granted, (1,), x, 3, B=32)
    assert kinds(answer) == {"false hint"}
    assert answer["findings"][0]["line"] == line_of(kernels.taken_for_granted, "assume")


def quotients(machine, exact, **options):
    divisor = torch.arange(1, 257).float()
    factor = torch.arange(256).float() % 61
    out = torch.zeros(256)
    answer = machine.run(kernels.quotient, (4,), divisor * factor, divisor, out, 256, EXACT=exact, B=64, options=options)
    assert answer["findings"] == []
    return out - factor


def test_a_fast_division_is_no_exact_one(machine):
    """floor(a b / b) is b short of one now and then; div_rn is exact."""
    wrong = [quotients(machine, False, seed=seed) for seed in range(3)]
    assert all((difference != 0).any() and (difference.abs() <= 1).all() for difference in wrong)
    assert torch.equal(wrong[0], quotients(machine, False, seed=0))
    assert not torch.equal(wrong[0], wrong[1])
    assert (quotients(machine, True) == 0).all()


def test_divisions_by_powers_of_two_are_exact(machine):
    divisor = torch.exp2(torch.arange(-32, 32).float())
    factor = torch.arange(1, 65).float()
    out = torch.zeros(64)
    machine.run(kernels.quotient, (1,), divisor * factor, divisor, out, 64, EXACT=False, B=64)
    assert torch.equal(out, factor)


def test_sums_go_in_an_order_of_the_seed(machine):
    """As a GPU's do, by layout and warps: a kernel that needs one order is found out."""
    generator = torch.Generator().manual_seed(1)
    x = torch.randn(512, generator=generator) * 10 ** (torch.rand(512, generator=generator) * 6)
    sums = set()
    for seed in range(8):
        y = torch.zeros(1)
        machine.run(kernels.summed, (1,), x, y, N=512, options={"seed": seed})
        torch.testing.assert_close(y.double(), x.double().sum()[None], rtol=1e-5, atol=1)
        sums.add(y.item())
    assert len(sums) > 1


@pytest.mark.parametrize("sem, scope, ordered", [("acq_rel", "gpu", True), ("acq_rel", "sys", True), ("relaxed", "gpu", False),
                                                 ("acq_rel", "cta", False)])
def test_only_acquire_and_release_of_sufficient_scope_order(sem, scope, ordered, machine):
    for seed in range(4):
        data, flag, y = torch.zeros(1), torch.zeros(1, dtype=torch.int32), torch.zeros(1)
        answer = machine.run(kernels.handed_over, (2,), data, flag, y, SEM=sem, SCOPE=scope, options={"seed": seed})
        if ordered:
            assert answer["findings"] == [] and y.item() == 5
        else:
            assert kinds(answer) == {"race"} and answer["findings"][0]["buffer"] == ("flag" if scope == "cta" else "data")


@pytest.mark.parametrize("first, others, fine", [("gpu", "gpu", True), ("gpu", "sys", True), ("cta", "cta", False), ("gpu", "cta", False)])
def test_programs_do_not_add_up_within_a_block_alone(first, others, fine, machine):
    for seed in range(4):
        y = torch.zeros(1, dtype=torch.int32)
        answer = machine.run(kernels.added_by_all, (4,), y, FIRST=first, OTHERS=others, options={"seed": seed})
        assert kinds(answer) == (set() if fine else {"race"}), answer
    alone = machine.run(kernels.added_by_all, (1,), torch.zeros(1, dtype=torch.int32), FIRST="cta", OTHERS="cta")
    assert alone["findings"] == []


def test_a_store_behind_loads_of_other_lanes(machine):
    for barrier in (True, False):
        x = torch.arange(256).float()
        answer = machine.run(kernels.shifted_in_place, (1,), x, BARRIER=barrier, B=256)
        if barrier:
            assert answer["findings"] == [] and torch.equal(x, (torch.arange(256) + 1).float() % 256)
        else:
            assert kinds(answer) == {"unordered"}
            assert answer["findings"][0]["line"] == line_of(kernels.shifted_in_place, "tl.store")


@pytest.mark.parametrize("same, barrier, fine", [(False, False, False), (False, True, True), (True, False, True)])
def test_two_stores_of_other_lanes(same, barrier, fine, machine):
    x = torch.zeros(256)
    answer = machine.run(kernels.stored_twice, (1,), x, SAME=same, BARRIER=barrier, B=256)
    assert kinds(answer) == (set() if fine else {"unordered"})


@pytest.mark.parametrize("same", [True, False])
def test_lanes_of_one_store_that_meet(same, machine):
    answer = machine.run(kernels.lanes_meet, (1,), torch.zeros(64), SAME=same, B=64)
    assert kinds(answer) == (set() if same else {"unordered"})


def test_turns_that_come_and_one_that_does_not(machine):
    for waits in (False, True):
        counter, x = torch.zeros(1, dtype=torch.int32), torch.full((6,), -1, dtype=torch.int32)
        answer = machine.run(kernels.ticket, (6,), counter, x, WAITS=waits, options={"seed": 3})
        if waits:
            assert kinds(answer) == {"endless"}
            assert answer["findings"][0]["line"] >= line_of(kernels.ticket, "while")
        else:
            assert answer["findings"] == [] and x.tolist() == list(range(6))


@pytest.mark.parametrize("seed", range(4))
def test_one_stores_what_many_have_loaded(seed, machine):
    """Also where loads of a block have nothing more to note, as several programs have loaded all of it."""
    for stores in (False, True):
        x, y = torch.ones(64), torch.zeros(12)
        answer = machine.run(kernels.all_load_one_stores, (12,), x, y, STORES=stores, B=64, options={"seed": seed})
        assert kinds(answer) == ({"race"} if stores else set())
        if stores:
            assert answer["findings"][0]["element"] == 40

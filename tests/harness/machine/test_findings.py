# SPDX-License-Identifier: GPL-3.0-or-later
"""What a GPU would not forgive is found, with the line that does it; what it forgives is not."""

import inspect

import machine_kernels
import pytest
import torch


def line_of(kernel, text):
    lines, first = inspect.getsourcelines(kernel.fn)
    return first + next(i for i, line in enumerate(lines) if text in line)


def only(answer, kind):
    assert [finding["kind"] for finding in answer["findings"]] == [kind], answer
    return answer["findings"][0]


def test_a_load_past_the_end(machine):
    x, y = torch.ones(100), torch.zeros(100)
    found = only(machine.run(machine_kernels.past_the_end, (4,), x, y, 100, B=32), "out of bounds")
    assert found["line"] == line_of(machine_kernels.past_the_end, "tl.load")
    assert (found["operation"], found["buffer"], found["element"]) == ("tt.load", "x", 100)
    assert found["program"] == [3, 0, 0] and torch.equal(y, x)


def test_a_store_before_the_beginning(machine):
    y = torch.zeros(32, dtype=torch.int32)
    found = only(machine.run(machine_kernels.store_before, (1,), y, B=32), "out of bounds")
    assert (found["operation"], found["element"]) == ("tt.store", -1)
    assert found["line"] == line_of(machine_kernels.store_before, "tl.store")


def test_programs_that_store_the_same_elements(machine):
    x, y = torch.arange(128.0), torch.zeros(32)
    found = only(machine.run(machine_kernels.all_into_one, (4,), x, y, 128, B=32), "race")
    assert found["operation"] == "tt.store" and found["buffer"] == "y"
    assert found["line"] == line_of(machine_kernels.all_into_one, "tl.store")


@pytest.mark.parametrize("seed", range(4))
def test_a_program_that_loads_what_another_stores(machine, seed):
    x = torch.arange(160.0)
    answer = machine.run(machine_kernels.reads_the_next, (4,), x, B=32, options={"seed": seed})
    assert {finding["kind"] for finding in answer["findings"]} == {"race"}


def test_a_load_after_a_store_needs_a_barrier(machine):
    for barrier in (False, True):
        x, y = torch.zeros(64, dtype=torch.int32), torch.zeros(64, dtype=torch.int32)
        answer = machine.run(machine_kernels.turns_around, (1,), x, y, BARRIER=barrier, B=64)
        if barrier:
            assert answer["findings"] == [] and torch.equal(y, torch.arange(63, -1, -1, dtype=torch.int32))
        else:
            assert only(answer, "unordered")["line"] == line_of(machine_kernels.turns_around, "tl.load")


@pytest.mark.parametrize("warps", [1, 4])
@pytest.mark.parametrize("kernel, constants", [
    (machine_kernels.turns_around, {"BARRIER": False}), (machine_kernels.takes_one, {})])
def test_a_warp_keeps_the_order_that_no_compiler_can_change(machine, kernel, constants, warps):
    x, y = torch.zeros(64, dtype=torch.int32), torch.zeros(64, dtype=torch.int32)
    answer = machine.run(kernel, (1,), x, y, **constants, B=64, options={"warps": warps})
    assert answer["in_step"] == (warps == 1) == (not answer["findings"])


@pytest.mark.parametrize("kernel, constants", [(machine_kernels.moves_down, {"BY": 1}), (machine_kernels.moves_down, {"BY": 16}),
                                               (machine_kernels.swaps, {"BY": 1}), (machine_kernels.swaps, {"BY": 32})])
def test_addresses_that_differ_alike_in_all_threads_have_no_order(machine, kernel, constants):
    """The assembler knows that a thread's own two differ, and loads first."""
    x, y = torch.zeros(64, dtype=torch.int32), torch.zeros(64, dtype=torch.int32)
    answer = machine.run(kernel, (1,), x, y, **constants, B=64, options={"warps": 1})
    assert only(answer, "unordered")["operation"] == "tt.load" and not answer["in_step"]


def test_lanes_that_store_different_values(machine):
    y = torch.zeros(32, dtype=torch.int32)
    found = only(machine.run(machine_kernels.lanes_meet, (1,), y, B=64), "unordered")
    assert found["line"] == line_of(machine_kernels.lanes_meet, "tl.store")


@pytest.mark.parametrize("seed", range(3))
def test_a_lock_orders_programs(machine, seed):
    lock, total = torch.zeros(1, dtype=torch.int32), torch.zeros(16)
    answer = machine.run(machine_kernels.locked, (8,), lock, total, ATOMIC=True, B=16, options={"seed": seed})
    assert answer["findings"] == [] and torch.equal(total, torch.full((16,), 8.0))


def test_a_lock_that_is_given_back_by_a_store(machine):
    lock, total = torch.zeros(1, dtype=torch.int32), torch.zeros(16)
    answer = machine.run(machine_kernels.locked, (8,), lock, total, ATOMIC=False, B=16)
    assert "race" in {finding["kind"] for finding in answer["findings"]}


@pytest.mark.parametrize("compares", (True, False))
def test_a_lock_that_hundreds_wait_for(machine, compares):
    lock, total = torch.zeros(1, dtype=torch.int32), torch.zeros(1)
    answer = machine.run(machine_kernels.locked_by_turns, (1500,), lock, total, COMPARES=compares)
    assert answer["findings"] == [] and total.item() == 1500


def test_an_exchange_that_fails_tells_nobody(machine):
    found = {True: 0, False: 0}
    for succeeds in found:
        for seed in range(8):
            flag, data, y = (torch.ones(1, dtype=torch.int32) for _ in range(3))
            answer = machine.run(machine_kernels.told_by_an_exchange, (2,), flag, data, y, EXPECTED=int(succeeds), options={"seed": seed})
            found[succeeds] += len(answer["findings"])
    # Where both exchange, one of the two orders is told.
    assert found[False] == 8 and 0 < found[True] < 8


def test_the_last_program_sums_what_others_stored(machine):
    for ordered in (True, False):
        x, part, y = torch.ones(100), torch.zeros(4), torch.zeros(1)
        count = torch.zeros(1, dtype=torch.int32)
        answer = machine.run(machine_kernels.last_one_sums, (4,), x, part, count, y, 100, ORDERED=ordered, B=32)
        if ordered:
            assert answer["findings"] == [] and y.item() == 100
        else:
            found = only(answer, "race")
            assert found["buffer"] == "part" and found["operation"] == "tt.load"


def test_programs_that_wait_for_ever(machine):
    flag = torch.zeros(1, dtype=torch.int32)
    found = only(machine.run(machine_kernels.waits_for_ever, (3,), flag), "endless")
    assert found["line"] >= line_of(machine_kernels.waits_for_ever, "while")
    only(machine.run(machine_kernels.waits_for_ever, (1,), flag, options={"max_steps": 3000000}), "endless")


def test_a_hint_that_does_not_hold(machine):
    from harness.front_end import ttir
    x, y = torch.zeros(64), torch.zeros(64)
    made = ttir.specialise(machine_kernels.unary, (x, y, 64), {"OP": "exp", "B": 64})
    assert "tt.divisibility = 16" in made.text
    arguments = [torch.zeros(65)[1:], y, *made.arguments[2:]]
    answer = machine.run_text(made.text, arguments, (1,), names=made.names)
    assert only(answer, "false hint")["message"].count("multiple of 16") == 1


def test_an_assertion(machine):
    x = torch.arange(32, dtype=torch.int32)
    answer = machine.run(machine_kernels.asserted, (1,), x, 31, B=32, debug=True)
    found = only(answer, "assertion")
    assert "small enough" in found["message"]
    assert found["line"] == line_of(machine_kernels.asserted, "device_assert")
    assert machine.run(machine_kernels.asserted, (1,), x, 32, B=32, debug=True)["findings"] == []


def test_what_is_printed(machine):
    answer = machine.run(machine_kernels.printed, (1,), torch.arange(4, dtype=torch.int32), B=4)
    assert answer["printed"] == ["(0, 0, 0) values: 0 1 2 3"]


def test_an_index_outside_of_its_tensor(machine):
    x, y = torch.ones(16), torch.zeros(16)
    found = only(machine.run(machine_kernels.gathered_outside, (1,), x, y, B=16), "out of range")
    assert found["operation"] == "tt.gather"


def test_assembly_that_touches_memory_is_refused_by_name(machine):
    x = torch.zeros(32, dtype=torch.int32)
    answer = machine.run(machine_kernels.loads_by_assembly, (1,), x, x.clone(), B=32)
    assert answer["unsupported"] and "touches memory (ld.global.u32)" in answer["error"]
    answer = machine.run(machine_kernels.tells_time, (1,), x, B=32)
    assert answer["unsupported"] and "%clock" in answer["error"]


def test_launches_are_in_order_without_assembly(machine):
    x, y = torch.arange(32), torch.zeros(32, dtype=torch.int64)
    answer = machine.run(machine_kernels.between_launches, (1,), x, y, B=32)
    assert torch.equal(y, x + 1), answer


def test_work_is_counted(machine):
    x, y = torch.ones(1024), torch.zeros(1024)
    work = machine.run(machine_kernels.unary, (8,), x, y, 1024, OP="neg", B=128)["work"]
    assert work["loaded_bytes"] == work["stored_bytes"] == 4096
    assert work["transactions"] == 2 * 4096 // 32
    strided = machine.run(machine_kernels.shapes, (1,), torch.ones(1024), torch.zeros(1024), M=32, N=32, OP="trans")
    assert strided["work"]["loaded_bytes"] == 4096 and strided["work"]["transactions"] == 256
    dot = machine.run(machine_kernels.product, (1, 1), torch.ones(16, 16), torch.ones(16, 16), torch.zeros(16, 16),
                      16, 16, 16, BM=16, BN=16, BK=16)["work"]
    assert dot["dot_flops"] == 2 * 16**3


@pytest.mark.parametrize("by, epochs, kinds", [
    ("nothing", 0, ["unordered"]), ("barrier", 0, []),
    # Within a warp sums are shuffled, and additions that order nothing wait for nobody.
    ("rows", 0, ["unordered"]), ("additions", 0, ["unordered"]),
    # However many barriers there were before.
    ("nothing", 70000, ["unordered"]), ("barrier", 70000, []), ("nothing", 1 << 20, ["unordered"]),
])
def test_what_is_no_barrier(machine, by, epochs, kinds):
    x = torch.rand(32, 32)
    scratch, y, sums = torch.zeros(32, 32), torch.zeros(32, 32), torch.zeros(32)
    answer = machine.run(machine_kernels.turned_in_memory, (1,), x, scratch, y, sums, EPOCHS=epochs, BY=by, B=32)
    assert [finding["kind"] for finding in answer["findings"]] == kinds, answer
    if not kinds:
        assert torch.equal(y, x.T)


def test_blocks_of_many_shapes_are_told_apart(machine):
    x, scratch, y = torch.rand(1024), torch.zeros(2048), torch.zeros(1024)
    answer = machine.run(machine_kernels.many_shapes, (1,), x, scratch, y)
    assert only(answer, "unordered")["line"] == line_of(machine_kernels.many_shapes, "tl.load(scratch + square)")


def test_programs_that_are_a_million_apart_are_two(machine):
    n = (1 << 20) - 2
    y = torch.zeros(n)
    answer = machine.run(machine_kernels.adds_far_apart, (n + 64,), y, n)
    assert {finding["kind"] for finding in answer["findings"]} == {"race"}


def test_an_exchange_is_tried_as_often_as_there_are_others(machine):
    """Some seeds have all programs side by side."""
    def totals(tries):
        for seed in range(8):
            total = torch.zeros(1, dtype=torch.int32)
            answer = machine.run(machine_kernels.exchanges, (96,), total, tries, options={"seed": seed})
            assert answer["findings"] == []
            yield int(total)

    assert set(totals(1000)) == {96}
    assert min(totals(12)) < 20

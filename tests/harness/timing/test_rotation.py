# SPDX-License-Identifier: GPL-3.0-or-later
"""Copies of a timed call's tensors, and how many of them a replay uses."""

import pytest
import torch

import driving  # noqa: F401  (makes the harness a package)
from harness.timing import gpu_bounds, gpu_rotation

L2 = 60 << 20


@pytest.mark.parametrize("set_bytes", [1, 4096, 1 << 20, 8 << 20, 64 << 20, 3 << 30])
@pytest.mark.parametrize("once_us", [0.01, 2.0, 35.0, 900.0, 50_000.0])
@pytest.mark.parametrize("wanted", [None, "cold", "warm"])
def test_plan_keeps_its_promises(set_bytes, once_us, wanted):
    plan = gpu_rotation.plan(set_bytes, L2, once_us, wanted)
    assert plan.copies >= 1 and plan.calls % plan.copies == 0
    assert plan.calls <= 2 * gpu_rotation.MAX_CALLS
    assert plan.copies * set_bytes <= max(gpu_rotation.MAX_COPY_BYTES, set_bytes)
    if plan.l2 == "cold":
        assert plan.copies * set_bytes >= 2 * L2
    if plan.l2 == "warm":
        assert plan.copies * set_bytes <= L2 / 2


def test_plan_is_cold_where_copies_can_do_it():
    assert gpu_rotation.plan(1 << 20, L2, 2.0).l2 == "cold"
    assert gpu_rotation.plan(64 << 20, L2, 100.0).l2 == "cold"
    # Too small for a few hundred copies, and too slow for as many calls.
    assert gpu_rotation.plan(4096, L2, 2.0).l2 == "warm"
    assert gpu_rotation.plan(1 << 20, L2, 5000.0).l2 == "warm"


def test_plan_follows_the_other_side():
    slow = gpu_rotation.plan(1 << 20, L2, 150.0)
    assert slow.l2 == "warm"
    assert gpu_rotation.plan(1 << 20, L2, 10.0, slow.l2).l2 == "warm"
    assert gpu_rotation.plan(1 << 20, L2, 150.0, "cold").l2 == "cold"


def test_who_works_in_place_is_called_once_on_each_copy():
    for wanted in (None, "cold", "warm"):
        for set_bytes in (4096, 1 << 20, 8 << 20, 3 << 30):
            plan = gpu_rotation.plan(set_bytes, L2, 5.0, wanted, once_each=True)
            assert plan.calls == plan.copies


def test_plan_stays_within_its_room():
    room = 100 << 20
    plan = gpu_rotation.plan(8 << 20, L2, 2.0, "cold", room)
    assert plan.copies * (8 << 20) <= room and plan.l2 == "warm"
    assert gpu_rotation.plan(1 << 30, L2, 2.0, None, room).copies == 1


def test_warm_plan_fits_in_the_cache():
    for once_us in (2.0, 300.0):
        plan = gpu_rotation.warm_plan(5 << 20, L2, once_us)
        assert plan.copies * (5 << 20) <= L2 / 4 and plan.calls % plan.copies == 0
    assert gpu_rotation.warm_plan(40 << 20, L2, 2.0) is None


def make_copies(dtype=torch.float32):
    x = torch.arange(1, 41, dtype=dtype).reshape(5, 8)
    table = torch.arange(6)
    view = x.t()[1:]
    copies = gpu_rotation.Copies([x, view, table], [x, table])
    copies.make(3)
    return copies, x, view, table


def test_copies_have_the_form_and_the_values():
    copies, x, view, table = make_copies()
    assert copies.set_bytes == x.numel() * 4 + table.numel() * 8
    for number in range(3):
        for original in (x, view, table):
            copy = copies.tensor(original, number)
            assert copy.shape == original.shape and copy.stride() == original.stride()
            assert copy.storage_offset() == original.storage_offset()
            assert copy.untyped_storage().nbytes() == original.untyped_storage().nbytes()
            assert copy.data_ptr() % 4 == 0 and copies.holds(copy)
    assert not copies.holds(x)
    assert torch.equal(copies.tensor(x, 0), x)
    assert all(torch.equal(copies.tensor(table, number), table) for number in range(3))


def test_every_copy_has_the_values_in_other_places():
    copies, x, _, _ = make_copies()
    found = [copies.tensor(x, number) for number in range(3)]
    for copy in found:
        assert torch.equal(copy.flatten().sort().values, x.flatten())
    for one, other in ((0, 1), (0, 2), (1, 2)):
        assert not (found[one] == found[other]).any()


def test_state_that_calls_change_is_reset():
    given, weights, memory = torch.ones(8), torch.ones(8), torch.zeros(8)
    copies = gpu_rotation.Copies([given, weights, memory], [given])
    copies.make(2)
    copies.tensor(memory, 1).fill_(7)
    copies.find_state()
    copies.tensor(memory, 0).fill_(5)
    copies.reset_state()
    assert all(torch.equal(copies.tensor(memory, number), memory) for number in range(2))
    copies.make(2)
    copies.tensor(memory, 1).fill_(7)
    copies.reset_state()  # nothing is known to be state now
    assert torch.equal(copies.tensor(memory, 1), torch.full((8,), 7.0))


def test_a_call_that_works_in_place_is_seen():
    given, weights = torch.ones(8), torch.ones(8)
    copies = gpu_rotation.Copies([given, weights], [given])
    copies.make(1)
    copies.tensor(weights, 0).fill_(7)
    assert not copies.is_changed()
    copies.tensor(given, 0).add_(1)
    assert copies.is_changed()


def test_copies_of_views_share_memory_as_the_originals_do():
    copies, x, view, _ = make_copies()
    before = [copies.tensor(x, number).clone() for number in range(3)]
    copies.tensor(view, 1).zero_()
    assert copies.tensor(x, 1)[:, 1:].abs().sum() == 0
    assert all(torch.equal(copies.tensor(x, number), before[number]) for number in (0, 2))


@pytest.mark.parametrize("dtype", [torch.float64, torch.float32, torch.float16, torch.bfloat16])
def test_perturbed_contents_are_the_same_values_elsewhere(dtype):
    copies, x, _, table = make_copies(dtype)
    before = [copies.tensor(x, number).clone() for number in range(3)]
    copies.perturb()
    for number in range(3):
        other = copies.tensor(x, number)
        assert not (other == before[number]).any()
        assert torch.equal(other.flatten().sort().values, x.flatten())
        assert torch.equal(copies.tensor(table, number), table)
    copies.restore()
    assert all(torch.equal(copies.tensor(x, number), x) for number in range(3))


def test_nothing_stays_behind_the_contents_of_a_copy():
    given, weights = torch.ones(8), torch.ones(8)
    copies = gpu_rotation.Copies([given, weights], [given])
    copies.make(2)
    for original in (given, weights):
        row = copies.tensor(original, 1).untyped_storage().data_ptr()
        behind = torch.empty(0).set_(torch._C._construct_storage_from_data_pointer(row, torch.device("cpu"), 64), 8, (8,), (1,))
        behind.fill_(7)
        copies.perturb()
        assert behind.abs().sum() == 0


def test_calls_that_change_what_was_given_later_are_seen():
    given = torch.rand(8)
    copies = gpu_rotation.Copies([given], [given])
    copies.make(2)
    copies.perturb()
    before = copies.snapshot()
    assert copies.is_as_in(before)
    copies.tensor(given, 1)[3] += 1
    assert not copies.is_as_in(before)


@pytest.mark.parametrize("dtype", [torch.float64, torch.float32, torch.float16, torch.bfloat16])
def test_corrupted_contents_differ_in_signs_alone(dtype):
    copies, x, _, _ = make_copies(dtype)
    before = [copies.tensor(x, number).clone() for number in range(3)]
    copies.corrupt()
    for number in range(3):
        other = copies.tensor(x, number)
        assert torch.equal(other.abs(), before[number])
        assert 0 < (other < 0).sum() <= x.numel() // 8 + 1


def test_restored_are_the_given_ones_only():
    given, scratch = torch.ones(8), torch.zeros(8)
    copies = gpu_rotation.Copies([given, scratch], [given])
    copies.make(2)
    copies.tensor(scratch, 1).fill_(7)
    copies.tensor(given, 1).fill_(7)
    given.fill_(3)
    copies.restore()
    assert torch.equal(copies.tensor(given, 1), given)
    assert torch.equal(copies.tensor(scratch, 1), torch.full((8,), 7.0))


def test_needed_bytes_counts_what_the_outputs_depend_on():
    torch.manual_seed(0)
    x, w = torch.rand(32, 32), torch.rand(32, 32)
    both = gpu_bounds.needed_bytes(lambda: [x @ w], [x, w], 1.0)
    assert 0.8 * (x.numel() + w.numel()) * 4 <= both <= (x.numel() + w.numel()) * 4
    assert gpu_bounds.needed_bytes(lambda: [x * 2], [x, w], 1.0) <= x.numel() * 4
    # Largest values: an element that is not one of them still had to be read.
    assert gpu_bounds.needed_bytes(lambda: [x.amax(1)], [x], 1.0) >= 0.8 * x.numel() * 4
    before = x.clone()
    assert gpu_bounds.needed_bytes(lambda: [x[:1] * 2], [x], 1.0) < 0.5 * x.numel() * 4
    assert torch.equal(x, before)
    assert gpu_bounds.needed_bytes(lambda: [torch.rand(4)], [x], 1.0) == 0
    assert gpu_bounds.needed_bytes(lambda: [x @ w], [x, w], 1e6) == 0


def test_written_bytes_counts_a_storage_once():
    x = torch.zeros(4, 4)
    assert gpu_bounds.written_bytes([x, x.t()]) == 64
    assert gpu_bounds.written_bytes([torch.zeros(1).expand(1000)]) == 4

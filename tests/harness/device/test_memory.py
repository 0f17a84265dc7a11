# SPDX-License-Identifier: GPL-3.0-or-later
"""What a candidate finds in memory that nobody has written."""

import pytest
import torch

import driving  # noqa: F401  (makes the harness a package)
from harness.device import device_memory, fresh_memory

EMPTY = torch.ops.aten.empty.memory_format


def fresh(memory):
    """NaN, as an operator that fills nothing leaves it; see Memory.litter_fresh."""
    out = torch.full((4 * fresh_memory.LEFT_TOGETHER,), float("nan"))
    memory.litter_fresh(EMPTY, out)
    return out


def test_forwards_behind_the_first_dozen_find_something_else_now_and_then():
    """Who takes NaN for a sign that nothing was written is found out, whatever variant comes then."""
    memory = device_memory.Memory(strict=True)
    is_garbage = []
    for number in range(2, 42):
        memory.begin_forward(seed="some")
        is_garbage.append((number, not fresh(memory).isnan().any().item()))
    assert [number for number, found in is_garbage if found] == [16, 20, 24, 28, 32, 36, 40]


def test_memory_that_is_not_nan_is_zeros_something_left_or_both_in_turn():
    """What was left is one number or many: who takes off what stands at the beginning has not undone it."""
    memory = device_memory.Memory(strict=True)
    kinds = set()
    for number in range(60):
        memory.begin_forward(seed=str(number), garbage=True)
        values = fresh(memory)
        left = values[values != 0].unique().numel()
        kinds.add(("zeros" if bool((values == 0).any()) else "", "one" if left == 1 else "many" if left else ""))
    assert kinds == {("zeros", ""), ("", "one"), ("", "many"), ("zeros", "one"), ("zeros", "many")}


def test_integers_are_never_what_was_there():
    memory = device_memory.Memory(strict=True)
    for number in range(8):
        memory.begin_forward(seed=str(number))
        out = torch.zeros(256, dtype=torch.int64)
        memory.litter_fresh(EMPTY, out)
        assert len(set(out.tolist())) > 200


@pytest.mark.parametrize("dtype", [torch.uint16, torch.uint32, torch.uint64])
def test_whole_numbers_without_a_sign_are_left_as_others_are(dtype):
    memory = device_memory.Memory(strict=True)
    for number in range(24):
        memory.begin_forward(seed=str(number), garbage=number % 3 == 0, many=number % 3 == 1)
        out = torch.zeros(4 * fresh_memory.LEFT_TOGETHER, dtype=dtype)
        memory.litter_fresh(EMPTY, out)
        assert number % 3 != 1 or len(set(out.tolist())) > 200


def test_where_numbers_are_many_they_are_of_all_sizes_and_whole_ones_a_table_in_part():
    """Who knows garbage by its range, by its neighbours or by random bits takes these for values."""
    memory = device_memory.Memory(strict=True)
    for number in range(8):
        memory.begin_forward(seed=str(number), many=True)
        values = fresh(memory)
        assert values.unique().numel() > 1000 and 1 > values.abs().min() and values.abs().max() > 100
        out = torch.zeros(4 * fresh_memory.LEFT_TOGETHER, dtype=torch.int32)
        memory.litter_fresh(EMPTY, out)
        assert int((out.diff() == 1).sum()) > 400 and int((out.abs() > 1000).sum()) > 400


def test_fresh_memory_may_hold_an_earlier_answer():
    memory = device_memory.Memory(True)
    answer = torch.randn(32, 4 * fresh_memory.LEFT_TOGETHER // 32)
    memory.begin_forward(left=[torch.zeros(3), answer])
    assert torch.equal(fresh(memory), answer.reshape(-1))
    memory.begin_forward()
    assert fresh(memory).isnan().all()

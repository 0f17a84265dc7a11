# SPDX-License-Identifier: GPL-3.0-or-later
"""Tasks of numbers without a sign, for which torch has few operators on the CPU."""

import driving
import pytest
import torch

from harness.task import unsigned

SOURCE = """import torch
import torch.nn as nn

class Model(nn.Module):
    def forward(self, x):
        return ((x.long() * 3 + 7) & 0xFFFF).to(x.dtype)

def get_inputs():
    return [torch.randint(0, 60000, (300,)).to(torch.uint16)]

def get_init_inputs():
    return []
"""


@pytest.mark.parametrize("dtype", [torch.uint16, torch.uint32])
def test_what_torch_lacks_is_done_with_room(dtype):
    value = torch.tensor([5, 60000, 3]).to(dtype)
    with unsigned.Unsigned():
        assert int(value.max()) == 60000 and value.max().dtype == dtype
        assert (value < value.flip(0)).tolist() == [False, False, True]
        top, at = value.max(0)
        assert (int(top), int(at), at.dtype) == (60000, 1, torch.int64)
        assert torch.where(value > 4, value, value + 1).tolist() == [5, 60000, 4]
        assert value.masked_fill_(value > 4, 1) is value
    assert value.tolist() == [1, 1, 3] and value.dtype == dtype


@pytest.mark.parametrize("dtype", [torch.uint16, torch.uint32])
def test_what_has_a_size_by_its_values(dtype):
    value = torch.arange(60000, 0, -1).repeat(2).to(dtype)  # so many that torch sorts them in another way
    with unsigned.Unsigned():
        found, back, times = value.unique(return_inverse=True, return_counts=True)
        assert found.dtype == dtype and found[:3].tolist() == [1, 2, 3] and found.numel() == 60000
        assert back.dtype == times.dtype == torch.int64 and int(back[0]) == 59999 and times.unique().tolist() == [2]
        assert value.nonzero().dtype == torch.int64 and value.nonzero().shape == (120000, 1)
        large = value.masked_select(value > 59998)
        assert large.dtype == dtype and large.tolist() == [60000, 59999] * 2
        assert value.bincount().dtype == torch.int64


def test_a_task_has_the_usual_inputs(reference):
    names = ["original", "new_seed", "few_changed_last", "larger_dims", "one_sided"]
    prepared = driving.prepare(reference, SOURCE, names, seed=5)
    assert [prepared.messages[name]["applicable"] for name in names] == [True] * len(names)
    x, y = prepared.given("new_seed").view("input.0"), prepared.expected("new_seed").view("expected.0")
    assert x.dtype == torch.uint16 and y.tolist() == [(3 * value + 7) & 0xFFFF for value in x.tolist()]

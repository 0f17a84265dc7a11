# SPDX-License-Identifier: GPL-3.0-or-later
"""Starts in equal steps with lengths beside them: parts of an axis that each have a room of their own."""

import driving
import torch
from tasks import task

PARTS = task("sum_up(x, start, length)", "[torch.randn(3, 160), torch.arange(4) * 40, torch.randint(1, 41, (4,))]", arguments="x, start, length", constants="""
def sum_up(x, start, length):
    at = torch.arange(x.shape[1])
    inside = (at >= start[:, None]) & (at < (start + length)[:, None])
    return (x[None] * inside[:, None]).sum(-1)
""")


VARIANTS = ("odd_dims larger_dims one_sided peaks edges axis_0 axis_1 axis_2 axis_0_again axis_1_again wide_sizes same_sizes composed_0 "
            "composed_1").split()


def test_parts_stay_within_their_rooms(reference):
    found = driving.prepare(reference, PARTS, VARIANTS)
    seen = 0
    for name, message in found.messages.items():
        if not message["applicable"]:
            continue
        given = found.given(name)
        x, start, length = (given.view(f"input.{index}") for index in range(3))
        rooms = torch.cat([start[1:], torch.tensor([x.shape[1]])]) - start
        assert (length <= rooms).all() and (start[0] == 0) and (length >= 0).all(), (name, message["detail"], start, length)
        seen += start.numel() != 4
    assert seen > 3


def test_steps_of_another_meaning_are_no_rooms(reference):
    source = task("x[:, at]", "[torch.randn(3, 160), torch.arange(4) * 40]", arguments="x, at")
    assert driving.prepare(reference, source, ["odd_dims"]).messages["odd_dims"]["applicable"]


IN_A_TABLE = task("torch.stack([x[at[row, at.shape[1] - int(n):].long()].sum() * y[int(s):int(s) + int(n)].sum() for row, (s, n) in enumerate(zip(start, length))])",
                  "given()", arguments="x, y, at, start, length", constants="""
def given():
    length = torch.tensor([50, 3, 64])
    return [torch.randn(117), torch.randn(117), torch.randint(0, 117, (3, 64)), length.cumsum(0) - length, length]
""")


def test_lengths_stay_within_a_table_that_has_a_row_for_each(reference):
    """They add up to as much as another tensor has room for, and are no longer than the table is wide: what slices from its end takes others."""
    names = [*VARIANTS, "tiny", "unit_dims", "halved", "rescaled"]
    found = driving.prepare(reference, IN_A_TABLE, names)
    widths = set()
    for name, message in found.messages.items():
        if message["applicable"]:
            given = found.given(name)
            y, at, start, length = (given.view(f"input.{index}") for index in (1, 2, 3, 4))
            assert int(length.max()) <= at.shape[1] and int(length.sum()) <= y.shape[0], (name, message["detail"], length)
            assert torch.equal(start, length.cumsum(0) - length), name
            widths.add(at.shape[1])
    assert len(widths) > 2

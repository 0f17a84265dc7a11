# SPDX-License-Identifier: GPL-3.0-or-later
"""Numbers that say what posts say, too, and parts that are longer than what they are taken of."""

import pytest
import torch
from tasks import task
from test_variants import extra

PACKED = task("torch.cat([x[b[i]:b[i + 1]].sum(0, keepdim=True) for b in [p.tolist()] for i in range(len(b) - 1)])", "[torch.randn(33, 8), torch.tensor([0, 5, 25, 33]), {}]",
              arguments="x, p, total")


@pytest.mark.parametrize("number, of_posts", [(33, lambda posts: int(posts[-1])), (20, lambda posts: int(posts.diff().max()))])
def test_numbers_follow_posts(reference, number, of_posts):
    found = extra(reference, PACKED.format(number), "odd_dims", "larger_dims", "axis_0")
    for name in ("tiny", "odd_dims", "larger_dims", "axis_0"):
        if found.messages[name]["applicable"]:
            given = found.given(name)
            assert f'{{"value": {of_posts(given.view("input.1"))}}}' in given.metadata["inputs"], name
    assert any(int(found.given(name).view("input.1")[-1]) != 33 for name in ("tiny", "odd_dims", "larger_dims") if found.messages[name]["applicable"])


def test_numbers_that_the_reference_reads_stay(reference):
    source = PACKED.format(33).replace("for i in range(len(b) - 1)])", "for i in range(len(b) - 1)]) * total")
    found = extra(reference, source, "odd_dims")
    assert '{"value": 33}' in found.given("tiny").metadata["inputs"]


def test_parts_from_the_end_are_no_longer_than_the_whole(reference):
    formula = "torch.cat([x[i, x.shape[1] - (b[i + 1] - b[i]):] for b in [p.tolist()] for i in range(x.shape[0])])"
    source = task(formula, "[torch.randn(4, 20, 8), torch.tensor([0, 5, 25, 32, 33])]", arguments="x, p")
    found = extra(reference, source, "odd_dims", "near_own")
    for name in ("tiny", "odd_dims", "near_own"):
        if found.messages[name]["applicable"]:
            lengths = torch.diff(found.given(name).view("input.1"))
            assert int(lengths.max()) <= found.given(name).view("input.0").shape[1], name

# SPDX-License-Identifier: GPL-3.0-or-later
"""References that read a part of what they are given: their kernels do not read ever more of it."""

import driving
import pytest
from tasks import task


@pytest.mark.parametrize("answer", ["torch.trace(x)", "torch.diagonal(x) * 2", "torch.diag(x, -3)", "x[:, 0] * 2", "torch.searchsorted(x[0].contiguous(), x[1])"])
def test_who_reads_a_part_need_not_read_all(reference, answer):
    found = driving.prepare(reference, task(answer, "[torch.randn(64, 512).cumsum(1)]"), ["original"], own_launches=True, far_launches=True)
    for name in ("far_launches_0", "far_launches_1"):
        if found.messages[name]["applicable"]:
            assert found.given(name).metadata["reads_all"] == "0"


def test_who_sums_all_reads_all(reference):
    found = driving.prepare(reference, task("x.sum(-1)", "[torch.randn(64, 512)]"), ["original"], own_launches=True, far_launches=True)
    assert found.given("far_launches_0").metadata["reads_all"] == "1"

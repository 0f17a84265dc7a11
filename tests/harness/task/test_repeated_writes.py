# SPDX-License-Identifier: GPL-3.0-or-later
"""References that write one element several times."""

import driving  # noqa: F401  (makes the harness a package)
import pytest
import torch
from tasks import task

from harness.task.repeated_writes import writes_repeatedly

X = torch.randn(4, 3)
APART, TWICE = torch.tensor([2, 0, 3, 1]), torch.tensor([2, 0, 2, 1])
WRITES = {
    "index_copy": lambda x, at: torch.zeros(5, 3).index_copy_(0, at, x),
    "scatter": lambda x, at: torch.zeros(5, 3).scatter(0, at[:, None].expand(4, 3), x),
    "index_put": lambda x, at: torch.zeros(5, 3).index_put((at,), x),
    "slice": lambda x, at: _assigned(x, at),
}
SUMS = {
    "index_add": lambda x, at: torch.zeros(5, 3).index_add_(0, at, x),
    "accumulate": lambda x, at: torch.zeros(5, 3).index_put((at,), x, accumulate=True),
    "reduce": lambda x, at: torch.zeros(5, 3).scatter_reduce(0, at[:, None].expand(4, 3), x, "sum"),
    "one value": lambda x, at: torch.zeros(5, 3).index_put((at,), torch.tensor(1.0)),
    "mask": lambda x, at: x.index_put((x > 0,), torch.tensor(0.0)),
}


def _assigned(x, at):
    out = torch.zeros(5, 3)
    out[at] = x
    return out


@pytest.mark.parametrize("name", WRITES)
def test_chance_decides_where_an_element_is_written_twice(name):
    assert writes_repeatedly(WRITES[name], [X, TWICE]) and not writes_repeatedly(WRITES[name], [X, APART])


@pytest.mark.parametrize("name", SUMS)
def test_sums_and_equal_values_are_no_chance(name):
    assert not writes_repeatedly(SUMS[name], [X, TWICE])


def test_inputs_stay_as_they_are():
    x = X.clone()
    writes_repeatedly(lambda x, at: x.index_copy_(0, at, torch.zeros(4, 3)), [x, APART])
    assert torch.equal(x, X)


def test_such_inputs_are_left_out(reference):
    """Whole numbers that are all different by chance may be drawn again with equal ones among them."""
    source = task("torch.zeros(1, 1 << 20).expand(x.shape[0], -1).clone().scatter(1, at, x)",
                  "[torch.randn(2, 64), torch.randint(0, 1 << 20, (2, 64)) // 2 * 2]", arguments="x, at")
    for seed in range(1, 6):
        prepared = driving.prepare(reference, source, ["original", "zero_mean"], seed=seed)
        found = prepared.messages["zero_mean"]
        if found["applicable"]:
            at = prepared.given("zero_mean").view("input.1")
            assert not (at.sort(dim=1).values.diff(dim=1) == 0).any()
        else:
            assert "several times" in found["detail"]

# SPDX-License-Identifier: GPL-3.0-or-later
"""The copy of a model in float64 that is used again: its answers are those of one made anew."""

import driving  # noqa: F401  (makes the package)
import pytest
import torch

from harness.task import reference_run


class Model(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.scale = torch.nn.Parameter(torch.tensor(2.0))
        self.added = 1.0
        self.register_buffer("calls", torch.zeros(()))
        self.counts = False

    def forward(self, x):
        if self.counts:
            self.calls.add_(1)
        return x * self.scale + self.added + self.calls


def answers(model):
    """Of torch itself and in float64."""
    inputs = [torch.ones(2)]
    native = reference_run.run_native(model, inputs, 0).values[0]
    return native.tolist(), reference_run.answer_double(model, inputs).values[0].tolist()


def test_an_unchanged_model_is_copied_once(monkeypatch):
    copies = []
    monkeypatch.setattr(reference_run, "copied", lambda model, copied=reference_run.copied: copies.append(model) or copied(model))
    model = Model()
    assert [answers(model) for _ in range(3)] == [([3.0, 3.0], [3.0, 3.0])] * 3
    assert len(copies) == 1


@pytest.mark.parametrize("change", [
    lambda model: torch.nn.init.constant_(model.scale, 5.0), lambda model: setattr(model, "added", 7.0),
    lambda model: setattr(model, "scale", torch.nn.Parameter(torch.tensor(4.0)))])
def test_a_changed_model_is_copied_anew(change):
    model = Model()
    answers(model)
    change(model)
    native, exact = answers(model)
    assert native == exact != [3.0, 3.0]


def test_forwards_that_count_begin_where_the_model_is():
    model = Model()
    model.counts = True
    assert [answers(model) for _ in range(3)] == [([4.0, 4.0], [4.0, 4.0])] * 3


class Limits(torch.nn.Module):
    """What a reference asks of the dtype that it computes in."""

    def forward(self, x):
        info = torch.finfo(x.dtype)
        return torch.stack([torch.full_like(x[0], info.min), x[0] + info.eps])


@pytest.mark.parametrize("dtype", [torch.float32, torch.float16, torch.bfloat16, torch.float64])
def test_limits_of_a_dtype_are_those_of_the_tasks_own(dtype):
    given = [torch.zeros(3, dtype=dtype)]
    info = torch.finfo(dtype)
    for inputs, own in ((given, None), ([given[0].double()], given)):
        values = reference_run.answer_double(Limits(), inputs, (), own).values[0]
        assert values.tolist() == [info.min, info.eps]
    assert torch.finfo(torch.float64).eps < 1e-15 and torch.finfo().eps == torch.finfo(torch.float32).eps


def test_limits_that_are_named_stay():
    class Named(torch.nn.Module):
        def forward(self, x):
            return torch.full_like(x, torch.finfo(torch.float16).max)

    assert reference_run.answer_double(Named(), [torch.zeros(3)]).values[0].tolist() == [65504.0] * 3

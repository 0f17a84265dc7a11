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

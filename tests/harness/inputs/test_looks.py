# SPDX-License-Identifier: GPL-3.0-or-later
"""Forwards that are remembered: of the same model on the same inputs, and of no others."""

import types

import driving  # noqa: F401  (makes the package)
import pytest
import torch

from harness.inputs import cut_off
from harness.task.reference_run import Refused


class Model(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.scale = torch.nn.Parameter(torch.tensor(2.0))
        self.forwards = 0

    def forward(self, x, n):
        self.forwards += 1
        if n < 0:
            raise ValueError("negative")
        return x[:n] * self.scale + self.training


@pytest.fixture
def task():
    return types.SimpleNamespace(model=Model(), inputs=[torch.ones(3), 2], memo={})


def test_a_forward_on_the_same_inputs_is_remembered(task):
    assert cut_off.answer(task, task.inputs).values[0].tolist() == [3.0, 3.0]
    assert not cut_off.cuts_more(task, task.model, task.inputs)
    assert cut_off.answer(task, list(task.inputs)).values[0].tolist() == [3.0, 3.0]
    assert task.model.forwards == 1


@pytest.mark.parametrize("change", [
    lambda task: task.inputs[0].add_(1), lambda task: task.inputs.__setitem__(1, 1), lambda task: task.model.train(False),
    lambda task: torch.nn.init.constant_(task.model.scale, 5.0), lambda task: setattr(task, "model", Model())])
def test_what_has_changed_is_run_again(task, change):
    cut_off.answer(task, task.inputs)
    change(task)
    task.model.forwards = 0
    expected = (task.inputs[0][:task.inputs[1]] * task.model.scale + task.model.training).tolist()
    assert cut_off.answer(task, task.inputs).values[0].tolist() == expected
    assert task.model.forwards == 1


def test_a_refusal_is_said_each_time(task):
    for _ in range(2):
        with pytest.raises(Refused):
            cut_off.answer(task, [torch.ones(3), -1])


def test_the_first_forwards_are_forgotten(task):
    many = [[torch.full((3,), float(number)), 2] for number in range(2 * cut_off.MOST_LOOKS)]
    assert [cut_off.answer(task, inputs).values[0][0].item() for inputs in many] == [2.0 * number + 1 for number in range(len(many))]
    assert len(task.memo[cut_off.LOOKS]) == cut_off.MOST_LOOKS

# SPDX-License-Identifier: GPL-3.0-or-later
"""Whole numbers that a task gives and its reference makes no use of, as the starts of what its answer is made of: only a candidate knows what they
have to do with sizes and with other numbers, so that all of these stay as some draw of the task has them."""

import torch

from harness.inputs import segments
from harness.task.reference_run import Refused, run_native, same_answers

IDLE = "idle inputs"  # in Task.memo: whether there are any


def are_among(task):
    """Whether a task has such; found once."""
    if IDLE not in task.memo:
        task.memo[IDLE] = False  # for what is asked meanwhile
        task.memo[IDLE] = any(_is_idle(task, index) for index in _told_by_others(task.inputs))
    return task.memo[IDLE]


def _told_by_others(inputs):
    """Indices of those that say where parts begin or how long they are."""
    together = segments.kept_together(inputs)
    return [index for index, value in enumerate(inputs) if segments.are_posts(value) or index in together]


def fit(task, inputs):
    """Whether `inputs` of the task's own sizes leave whole numbers as some draw has them, where some are idle. Those of others are drawn by it."""
    if not are_among(task) or [getattr(value, "shape", None) for value in inputs] != [getattr(value, "shape", None) for value in task.inputs]:
        return True
    return _are_like(inputs, task.inputs) or _are_like(inputs, task.new_draw()[2])


def _are_like(inputs, others):
    return all(torch.equal(value, other) for value, other in zip(inputs, others) if segments.is_whole(other))


def _is_idle(task, index):
    """Whether the answer is the same with others: with its numbers one place on, and each one more."""
    value = task.inputs[index]
    try:
        own = task.answer(task.inputs).values
        return all(same_answers(own, run_native(task.model, [*task.inputs[:index], changed, *task.inputs[index + 1:]], 0).values)
                   for changed in (value.roll(1), value + 1))
    except Refused:
        return False

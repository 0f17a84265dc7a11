# SPDX-License-Identifier: GPL-3.0-or-later
"""Inputs of other sizes whose numbers reach to the end of the new size: indices, lengths and places."""

from harness.inputs.long_ends import with_high_ends, with_numbers_to
from harness.task.reference_run import Refused


def to_the_end(task, inputs, old, new, words):
    """(those of `reaching_end`, [(inputs, words)] from them to `inputs` as they are)"""
    ends = with_high_ends(inputs, task.inputs)
    reaching = reaching_end(task, ends, old, new)
    return reaching, [*((one, words) for one in reaching), (ends, words), (inputs, words)]


def reaching_end(task, inputs, old, new):
    """[those whose numbers reach to the end of the `new` size, too], if there are any, and the answer has no other shape for it."""
    found = with_numbers_to(inputs, task, old, new)
    if all(one is other for one, other in zip(found, inputs)):
        return []
    try:
        before, after = (task.answer(values).values for values in (inputs, found))
    except Refused:
        return []
    return [found] if [value.shape for value in before] == [value.shape for value in after] else []

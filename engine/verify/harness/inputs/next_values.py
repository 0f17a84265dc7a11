# SPDX-License-Identifier: GPL-3.0-or-later
"""Inputs that come once more with other values, in the same tensors: who keeps an answer by its shape, its dtype or the mode has it asked for
again."""

from harness.inputs import accidents, segments
from harness.inputs.extra_variant import checked_variant
from harness.inputs.input_structure import Structure, may_hold_any
from harness.task.reference_run import NotApplicable

SCALE = 0.75
FOLLOWED = ("eval_mode", "third_dtype", "axis_0_again")  # variants that are kept in Task.made


def after(name):
    """Makes eval_mode_next and its like: the inputs of the variant `name` from the last element to the first, floating values times 0.75."""
    def make(task):
        last = task.made.get(name)
        if last is None:
            raise NotApplicable("the input that it follows is none")
        inputs = [_next(task, index, value) for index, value in enumerate(last.inputs)]
        if all(new is old for new, old in zip(inputs, last.inputs)):
            raise NotApplicable("the values of every input keep a promise")
        return checked_variant(task, inputs, f"other values behind {name.replace('_', ' ')}", 10, may_reshape=True, model=last.model, **last.ways())

    return make


def _next(task, index, value):
    if index >= len(task.inputs):
        return value
    original = task.inputs[index]
    if may_hold_any(value, original):
        return (value * SCALE).flip(*range(value.dim()))
    is_free = segments.is_whole(value) and value.dim() and Structure(original).pattern is None and index not in segments.kept_together(task.inputs) \
        and not segments.says_how_much(task.inputs, index) and accidents.may_repeat(task, index)
    return value.flip(*range(value.dim())) if is_free else value

# SPDX-License-Identifier: GPL-3.0-or-later
"""Inputs that get_inputs itself draws with one of its whole numbers several times as large. Where the sizes and values of several inputs hang
together, as those of offsets and of what they cut, it alone makes such as fit each other."""

import random

import torch

from harness.inputs.extra_variant import checked_variant, of_number
from harness.inputs.free_sizes import AXIS_BUDGET, FAR_FLOPS, FAR_OPERATORS, is_light
from harness.inputs.literals import Literals
from harness.task import task_size
from harness.task.reference_run import NotApplicable, Refused, derive_seed

TIMES = ((10, 3), (4, 1), (2, 1), (2, 0))  # as large, and some more; the first that the reference takes
MOST_TRIALS = 24  # of get_inputs


def drawn(number):
    """Makes drawn_0, drawn_1, ...: one of the numbers that stand for no size which other variants change, in an order that the seed says, larger
    wherever get_inputs has it."""
    return lambda task: of_number(task, number, _taken, "get_inputs has no further number that may be larger")


def _taken(task):
    """Variants with one of the numbers larger, each with another one."""
    literals = Literals(task.source, task.path)
    small = task.resized_small()
    free = {small.resizer.originals[symbol] for symbol in small.choice} if small is not None else set()
    linked = literals.of_arguments()
    places = {}
    for place, value in literals.values.items():
        places.setdefault(value, []).append(place)
    values = [value for value, at in places.items() if value not in free and not linked & set(at)]
    trials = 0
    for value in random.Random(derive_seed(task.seed, "drawn with other numbers")).sample(values, len(values)):
        for times, more in TIMES:
            trials += 1
            if trials > MOST_TRIALS:
                return
            new = times * value + more
            variant = _variant(task, literals, dict.fromkeys(places[value], new), f"get_inputs has another number: {value} -> {new}")
            if variant is not None:
                yield variant
                break


def _variant(task, literals, sizes, words):
    """None where the reference takes no such inputs, or not cheaply."""
    try:
        module = literals.module(sizes)
        drawn_shapes = task_size.meta_inputs(module)
        if drawn_shapes is not None and not _are_few(task_size.shapes_of(task.nesting.leaves(drawn_shapes))):
            return None
        inputs = task.draw_inputs(derive_seed(task.seed, "drawn"), module)
        if not _are_few(task_size.shapes_of(inputs)) or not _are_alike(inputs, task.inputs) or not is_light(task, inputs, FAR_OPERATORS, 3 * FAR_FLOPS):
            return None
        return checked_variant(task, inputs, words, may_reshape=True)
    except (NotApplicable, Refused, MemoryError):
        return None
    except Exception:  # what the lines of the task itself raise
        return None


def _are_few(shapes):
    return sum(map(task_size.numel, shapes)) <= AXIS_BUDGET


def _are_alike(inputs, originals):
    """Of the same kinds, ranks and dtypes."""
    def kind(value):
        return (value.dim(), value.dtype) if isinstance(value, torch.Tensor) else type(value)

    return list(map(kind, inputs)) == list(map(kind, originals))

# SPDX-License-Identifier: GPL-3.0-or-later
"""Inputs on which the reference goes another way than on all others: in Python beyond a size, a number or a value that it compares with, in
tensors where there is nothing but zeros, or a mask is the same throughout."""

import copy

import torch

from harness.inputs import accidents, idle_inputs, patterns, segments, shapes
from harness.inputs.comparisons import Comparisons, TensorOutcomes
from harness.inputs.extra_variant import TRIED, checked_variant, generator_of, is_free_among_ties, own_inputs, takes_one_of_ties
from harness.inputs.input_structure import Structure
from harness.inputs.resizing import ByShapes, is_affordable
from harness.task.reference_run import NotApplicable, Refused, all_finite, is_floating, run_native, same_values, state_of

MOST_TRIALS = 24      # of the reference
MOST_ELEMENTS = 1 << 18
LATER = (1037, 37, 5)  # forwards that a counter has behind it
MARGIN = 2.0          # of values beyond what they are compared with, so that no rounding decides


def other_branches(task):
    """The first of some inputs with which a comparison has the outcome that it never had: of two numbers in Python, or else in tensors."""
    try:
        return _in_python(task)
    except NotApplicable:
        variant = _in_tensors(task) or _later(task)
        if variant is None:
            raise
        return variant


def _later(task):
    """The model after many forwards, of which it counts in a buffer how many there were: a place in a ring comes around again. None where
    the answer does not hang on that."""
    counters = [name for name, value in state_of(task.model).items() if value.numel() == 1 and segments.is_whole(value)]
    if not counters:
        return None
    base = own_inputs(task)
    before = run_native(task.model, base, 0)
    counters = [name for name in counters if f"state.{name}" in before.effects]
    for number in LATER if counters else ():
        model = copy.deepcopy(task.model)
        with torch.no_grad():
            for name in counters:
                state_of(model)[name].add_(number)
        try:
            if all(map(same_values, run_native(model, base, 0).values, before.values)):
                return None
            return checked_variant(task, base, f"another way of the reference: {number} forwards later", model=model)
        except (NotApplicable, Refused):
            pass
    return None


def _in_python(task):
    comparisons = Comparisons(task.module, task.source)
    if not comparisons.may_be_met():
        raise NotApplicable("the reference compares no numbers in Python")
    base = own_inputs(task)
    _outcomes(task, comparisons, task.model, base)
    if not comparisons.found:
        raise NotApplicable("the reference compares no numbers in Python")
    goals = {place: (*one.outcomes,) for place, one in comparisons.found.items() if len(one.outcomes) == 1}
    numbers = [pair for place in goals for pair in comparisons.found[place].numbers()]
    for inputs in task.memo.get(TRIED, ()) if goals else ():
        _outcomes(task, comparisons, task.model, inputs)
    if not _missing(comparisons, goals):
        raise NotApplicable("other inputs have had both outcomes of what the reference compares in Python")
    for number, (model, inputs, words) in enumerate(_trials(task, base, list(dict.fromkeys(numbers)))):
        if number == MOST_TRIALS:
            break
        before = _missing(comparisons, goals)
        if not _outcomes(task, comparisons, model, inputs) or _missing(comparisons, goals) == before:
            continue
        try:
            return checked_variant(task, inputs, f"another way of the reference: {words}", may_reshape=True, model=model)
        except NotApplicable:
            pass
    raise NotApplicable("no other sizes, numbers and values were found with which the reference goes another way")


def _in_tensors(task):
    """Inputs with nothing in one of them, where the reference has an answer of its own for that: a limit below which no count falls, a way
    for a length of zero. None where all comparisons have had both outcomes, or have none of their own there."""
    base, outcomes = own_inputs(task), TensorOutcomes()
    if is_free_among_ties(task) or takes_one_of_ties(task) or not _watch(task, outcomes, base):
        return None
    for inputs in task.memo.get(TRIED, ()):
        if not outcomes.one_sided():
            return None
        if not any(is_floating(value) and not bool(value.any()) for value in inputs):  # those of "zeros" are compared coarsely
            _watch(task, outcomes, inputs)
    for inputs, words in _with_nothing(task, base) if outcomes.one_sided() else ():
        before = outcomes.one_sided()
        if not _watch(task, outcomes, inputs) or outcomes.one_sided() == before:
            continue
        try:
            return checked_variant(task, inputs, f"another way of the reference: {words}")
        except NotApplicable:
            pass
    return None


def _watch(task, outcomes, inputs):
    try:
        with outcomes:
            return bool(run_native(task.model, inputs, 0).values)  # a remembered answer shows no comparison
    except Refused:
        return False


def _with_nothing(task, base):
    """(inputs, words): one of them zero, a mask false or true throughout where no row of it promises otherwise."""
    for index, (value, original) in enumerate(zip(base, task.inputs)):
        if not isinstance(original, torch.Tensor) or original.numel() < 2 or original.is_complex():
            continue
        structure = Structure(original)
        is_mask = structure.pattern is None and original.dim() and (original.dtype == torch.bool or structure.is_flags)
        if is_floating(original) and structure.is_free():
            yield [*base[:index], torch.zeros_like(value), *base[index + 1:]], f"input {index} all zero"
        for number in (0, 1) if is_mask else ():
            if not accidents.has_one_in_each_row(task, index, 1 - number):
                yield [*base[:index], torch.full_like(value, number), *base[index + 1:]], f"input {index} {bool(number)} throughout".lower()


def _outcomes(task, comparisons, model, inputs):
    """Whether the reference takes them; its comparisons are written down."""
    try:
        with comparisons.watched():
            return bool(run_native(model, inputs, 0).values)
    except Refused:
        return False


def _missing(comparisons, goals):
    return [place for place in goals if len(comparisons.found[place].outcomes) == 1]


def _trials(task, base, numbers):
    """(model, inputs, words): a size, a number of forward, one that is counted in a buffer, or all values moved beyond what they are
    compared with. `numbers`: [(value, what it is compared with)]"""
    for value, limit in numbers:
        if type(value) is int and type(limit) is int:
            yield from _other_counts(task, base, value, limit)
            yield from _other_sizes(task, base, value, limit)
        yield from _other_arguments(task, base, value, limit)
    for value, limit in numbers:
        if type(value) is float:
            yield from _other_values(task, base, value, limit)


def _other_sizes(task, base, value, limit):
    known = [patterns.pattern_of(one) if isinstance(one, torch.Tensor) else None for one in task.inputs]
    resizer = ByShapes(task)
    for size, places in () if idle_inputs.are_among(task) else shapes.groups(base):
        for other in (limit + 1, limit, limit - 1):
            wanted = other if size == value else -(-size * other // value) if value > 0 and value % size == 0 and other > value else 0
            if not 0 < wanted <= MOST_ELEMENTS or wanted == size or resizer.follows(places):
                continue
            inputs = shapes.resized(base, resizer.followed(dict.fromkeys(places, wanted)), generator_of(task, "other_branches"), known)
            if inputs is not None and sum(one.numel() for one in inputs if isinstance(one, torch.Tensor)) <= MOST_ELEMENTS \
                    and is_affordable(task, inputs):
                yield task.model, inputs, f"{wanted} in place of {size}"


def _other_arguments(task, base, value, limit):
    for index, one in enumerate(base):
        if type(one) in (int, float) and one == value:
            step = 1 if type(one) is int else max(abs(limit), 1.0) / 4
            for other in (limit + step, limit, limit - step):
                if other != one:
                    yield task.model, [*base[:index], type(one)(other), *base[index + 1:]], f"argument {index} is {other:.6g}"


def _other_counts(task, base, value, limit):
    """A counter is one more or less when it is compared."""
    for name, tensor in state_of(task.model).items():
        if tensor.numel() != 1 or tensor.is_floating_point() or tensor.is_complex() or abs(int(tensor) - value) > 1:
            continue
        for other in (limit + 1, limit - 1):
            model = copy.deepcopy(task.model)
            state_of(model)[name].fill_(other)
            yield model, base, f"{name} is {other}"


def _other_values(task, base, value, limit):
    """Floating values times what brings this one beyond its limit, far enough."""
    factors = [abs(limit / value) * MARGIN, abs(limit / value) / MARGIN] if value and limit else []
    for factor in (*factors, -1.0):
        inputs = [Structure(original).like(one, one * factor) if is_floating(one) and Structure(original).few is None else one
                  for one, original in zip(base, task.inputs)]
        if all_finite(inputs):
            yield task.model, inputs, f"floating values times {factor:.6g}"

# SPDX-License-Identifier: GPL-3.0-or-later
"""Lists and tuples of another length: who has counted those of the task is right for these alone."""

import copy

import torch

from harness.inputs.extra_variant import base_inputs, checked_variant, generator_of
from harness.inputs.input_structure import Structure
from harness.task.nesting import Nesting, taking_leaves
from harness.task.reference_run import NotApplicable, Refused, is_floating, run_native, same_values

MOST_NUMBERS = 3  # that are tried behind those of a list


def longer_lists(task):
    """All lists of one length with one more, tensors or whole numbers, or the first that the reference takes."""
    return _variant(task, _longer, "one more")


def shorter_lists(task):
    """The same with the last one left out."""
    return _variant(task, lambda value, number, generator: list(value)[:-1], "the last left out")


def _variant(task, change, words):
    arguments = task.nesting.arguments(base_inputs(task))
    lists = [value for argument in arguments for value in _lists_in(argument)]
    if not lists:
        raise NotApplicable("forward is given no list of tensors or whole numbers")
    answer = run_native(task.model, base_inputs(task), 0).values
    alike = [[value for value in lists if _kind(value) == kind] for kind in dict.fromkeys(map(_kind, lists))]
    for chosen in [*alike, *([value] for group in alike if len(group) > 1 for value in group)]:
        for number in range(1 if isinstance(chosen[0][0], torch.Tensor) else MOST_NUMBERS):
            generator = generator_of(task, words)
            others = {id(value): type(value)(change(value, number, generator)) for value in chosen}
            changed = [_with(argument, others) for argument in arguments]
            found = _taken(task, changed, answer, f"lists of {len(chosen[0])}: {words}")
            if found is not None:
                return found
    raise NotApplicable("the reference takes no lists of another length, or they change nothing")


def _kind(value):
    return len(value), isinstance(value[0], torch.Tensor)


def _lists_in(value):
    """Lists and tuples of tensors of one rank and dtype, or of whole numbers."""
    if type(value) in (list, tuple):
        kinds = {(item.dim(), item.dtype) if isinstance(item, torch.Tensor) else type(item) for item in value}
        if len(kinds) == 1 and (isinstance(value[0], torch.Tensor) or type(value[0]) is int):
            yield value
    for item in value.values() if type(value) is dict else value if type(value) in (list, tuple) else ():
        yield from _lists_in(item)


def _with(value, others):
    """A copy with other lists, {id: list}."""
    if id(value) in others:
        return others[id(value)]
    if type(value) is dict:
        return {key: _with(item, others) for key, item in value.items()}
    return type(value)(_with(item, others) for item in value) if type(value) in (list, tuple) else value


def _longer(value, number, generator):
    last = value[-1]
    if not isinstance(last, torch.Tensor):
        new = [other for other in range(max(value) + 2) if other not in value]
        return [*value, [*new, last][min(number, len(new))]]
    structure = Structure(last)
    return [*value, structure.normal(last, generator) if is_floating(last) else structure.within_range(last, generator)]


def _taken(task, arguments, answer, words):
    """The variant, if its answer is another one, of the same ranks."""
    if task.nesting.is_flat():
        nesting, model, layouts = task.nesting, task.model, None
    else:
        nesting, layouts = Nesting(arguments), {}
        model = taking_leaves(copy.deepcopy(task.model), nesting)
    inputs = nesting.leaves(arguments)
    try:
        values = run_native(model, inputs, 0).values
    except Refused:
        return None
    is_same = len(values) == len(answer) and all(map(same_values, values, answer))
    if is_same or {value.dim() for value in values} != {value.dim() for value in answer}:
        return None
    try:
        return checked_variant(task, inputs, words, may_reshape=True, model=model, nesting=nesting, layouts=layouts)
    except NotApplicable:
        return None

# SPDX-License-Identifier: GPL-3.0-or-later
"""Lists, tuples and dicts of another length: who has counted those of the task is right for these alone."""

import copy

import torch

from harness.inputs.argument_ends import takes_any_number
from harness.inputs.extra_variant import base_inputs, checked_variant, generator_of
from harness.inputs.input_structure import Structure
from harness.task.nesting import Nesting, taking_leaves
from harness.task.reference_run import NotApplicable, Refused, is_floating, run_native, same_values

MOST_NUMBERS = 3  # that are tried behind those of a list
MORE = 7  # tensors than twice as many: kernels have room for four, or for eight


def longer_lists(task):
    """All lists of one length with as many tensors and some more, or with one whole number more, or the first that the reference takes."""
    try:
        return _variant(task, _far_longer, "far more")
    except NotApplicable:
        return _variant(task, _longer, "one more")


def shorter_lists(task):
    """The same with the last one left out."""
    return _variant(task, lambda value, number, generator: _items(value)[:-1], "the last left out")


def single_lists(task):
    """The same with the first one alone: it is the last one, too."""
    return _variant(task, lambda value, number, generator: _items(value)[:1], "the first alone", least=3)


def uneven_lists(task):
    """Lists of tensors of one shape, in which each has a size of its own along one axis: one may stand for all where they are as they were."""
    arguments, answer = _arguments(task), run_native(task.model, base_inputs(task), 0).values
    for value in (one for argument in arguments for one in _lists_in(argument) if type(one) is not dict and len(one) > 1):
        shapes = {item.shape if isinstance(item, torch.Tensor) else None for item in value}
        axes = range(len(next(iter(shapes)) or ())) if len(shapes) == 1 else ()
        for axis in axes:
            generator = generator_of(task, "uneven_lists")
            others = [item if at == 0 else _of_size(item, axis, item.shape[axis] * (1 + at % 3) + 3 * at, generator) for at, item in enumerate(value)]
            changed = [_with(argument, {id(value): type(value)(others)}) for argument in arguments]
            found = _taken(task, changed, answer, f"a list of tensors with sizes of their own along axis {axis}")
            if found is not None:
                return found
    raise NotApplicable("forward is given no list of tensors that may be of other sizes")


def _of_size(item, axis, size, generator):
    shape = [*item.shape[:axis], size, *item.shape[axis + 1:]]
    blank = item.new_zeros(shape)
    structure = Structure(item)
    return structure.normal(blank, generator) if is_floating(item) else structure.within_range(blank, generator)


def _arguments(task):
    """Those of forward, of which it takes any number as one tuple behind the others."""
    arguments, first = task.nesting.arguments(base_inputs(task)), takes_any_number(task)
    return arguments if first is None or len(arguments) <= first else [*arguments[:first], _Rest(arguments[first:])]


class _Rest(tuple):
    """Arguments of which forward takes any number."""


def _variant(task, change, words, least=1):
    arguments = _arguments(task)
    lists = [value for argument in arguments for value in _lists_in(argument) if len(value) >= least]
    if not lists:
        raise NotApplicable("forward is given no list of tensors or numbers")
    answer = run_native(task.model, base_inputs(task), 0).values
    alike = [[value for value in lists if _kind(value) == kind] for kind in dict.fromkeys(map(_kind, lists))]
    for chosen in [*alike, *([value] for group in alike if len(group) > 1 for value in group)]:
        for number in range(1 if _kind(chosen[0])[1] else MOST_NUMBERS):
            generator = generator_of(task, words)
            others = {id(value): type(value)(change(value, number, generator)) for value in chosen}
            changed = [_with(argument, others) for argument in arguments]
            found = _taken(task, changed, answer, f"lists of {len(chosen[0])}: {words}")
            if found is not None:
                return found
    raise NotApplicable("the reference takes no lists of another length, or they change nothing")


def _kind(value):
    return len(value), type(_items(value)[0]) is not int


def _items(value):
    return list(value.items() if type(value) is dict else value)


def _lists_in(value):
    """Lists and tuples of tensors of one rank and dtype, of tuples of such and of numbers, or of numbers, and dicts of such tensors by names."""
    if type(value) not in (list, tuple, dict, _Rest) or not value:
        return
    is_dict = type(value) is dict
    kinds = {_kind_of(item) for item in (value.values() if is_dict else value)}
    if len(kinds) == 1 and None not in kinds and (not is_dict or kinds != {int} and all(type(key) is str for key in value)):
        yield value
    for item in value.values() if is_dict else value:
        yield from _lists_in(item)


def _kind_of(item):
    """Of a tensor, a number, or a list or tuple of tensors and numbers; None of anything else."""
    if isinstance(item, torch.Tensor):
        return item.dim(), item.dtype
    if type(item) in (list, tuple) and any(isinstance(part, torch.Tensor) for part in item):
        kinds = tuple(map(_kind_of, item))
        return None if None in kinds else (type(item), *kinds)
    return type(item) if type(item) in (int, float) else None


def _with(value, others):
    """A copy with other lists, {id: list}."""
    if id(value) in others:
        return others[id(value)]
    if type(value) is dict:
        return {key: _with(item, others) for key, item in value.items()}
    return type(value)(_with(item, others) for item in value) if type(value) in (list, tuple, _Rest) else value


def _longer(value, number, generator):
    items = _items(value)
    if _kind(value)[1]:
        return [*items, _another(items[-1], "", generator)]
    new = [other for other in range(max(value) + 2) if other not in value]
    return [*value, [*new, items[-1]][min(number, len(new))]]


def _far_longer(value, number, generator):
    """Twice as many and some more; of whole numbers one more."""
    if not _kind(value)[1]:
        return _longer(value, number, generator)
    items = _items(value)
    return [*items, *(_another(items[at % len(items)], at, generator) for at in range(len(items) + MORE))]


def _another(item, at, generator):
    """Another one like an item of a list or dict: a tensor, some of them, or a name that is new with such."""
    if type(item) is str:
        return f"{item}_{at}"
    if type(item) in (list, tuple):
        return type(item)(_another(part, at, generator) for part in item)
    if type(item) is float:
        return item * float(torch.rand((), generator=generator) + 0.5) or 1.0
    if type(item) is int:
        return item
    structure = Structure(item)
    return structure.normal(item, generator) if is_floating(item) else structure.within_range(item, generator)


def _taken(task, arguments, answer, words):
    """The variant, if its answer is another one, of the same ranks."""
    if arguments and type(arguments[-1]) is _Rest:
        arguments = [*arguments[:-1], *arguments[-1]]
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

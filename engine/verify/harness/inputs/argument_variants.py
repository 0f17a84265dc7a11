# SPDX-License-Identifier: GPL-3.0-or-later
"""Other numbers and flags than those that a task gives to `forward` beside its tensors: who has
written them into a kernel is right on all inputs that leave them alone."""

import math

import torch

from harness.inputs.extra_variant import checked_variant, generator_of, own_inputs
from harness.inputs.input_structure import Structure
from harness.task.reference_run import NotApplicable, Refused, run_native

SHARE = 0.75       # of a floating number, so that a probability stays one
FROM_ZERO = 0.3
LEAST_INTEGER = 2  # 0, 1 and -1 choose among ways rather than say how much


def other_numbers(task):
    """Floating numbers scaled, in a tensor of one element too, integers moved where the reference takes that."""
    base = own_inputs(task)
    floats = {index: _other_float(value, index) for index, value in enumerate(base)
              if type(value) is float and math.isfinite(value)
              or isinstance(value, torch.Tensor) and value.is_floating_point() and value.numel() == 1 and bool(value.isfinite())}
    integers = {index: _other_integers(value) for index, value in enumerate(base)
                if type(value) is int and abs(value) >= LEAST_INTEGER}
    if not floats and not integers:
        raise NotApplicable("forward is given no number")
    answer = run_native(task.model, base, 0).values
    moved = {}
    for index, number in floats.items():
        if _is_taken(task, base, {index: number}, answer):
            moved[index] = number
    for index, numbers in integers.items():
        if not _is_axis(task, base, index, answer):
            moved.update(next(({index: number} for number in numbers
                               if _is_taken(task, base, {index: number}, answer)), {}))
    return _variant(task, base, moved, answer, "numbers")


def other_flags(task):
    """True as false and false as true, masks of some of each, where the reference takes that."""
    base = own_inputs(task)
    flags = {index: not value for index, value in enumerate(base) if type(value) is bool}
    generator = generator_of(task, "other_flags")
    for index, (value, original) in enumerate(zip(base, task.inputs)):
        if isinstance(value, torch.Tensor) and value.dtype == torch.bool and value.numel() > 1:
            structure = Structure(original)
            if structure.pattern is None:
                flags[index] = structure.within_range(value, generator)
    if not flags:
        raise NotApplicable("forward is given neither true nor false")
    answer = run_native(task.model, base, 0).values
    turned = {index: value for index, value in flags.items()
              if _is_taken(task, base, {index: value}, answer)}
    return _variant(task, base, turned, answer, "flags")


def _variant(task, base, changes, answer, word):
    """With all changes, or else with the first that is good alone."""
    single = [dict([change]) for change in changes.items()] if len(changes) > 1 else []
    for chosen in [changes, *single] if changes else []:
        if _is_taken(task, base, chosen, answer):
            try:
                return checked_variant(task, _with(base, chosen),
                                       f"other {word}: {_words(base, chosen)}")
            except NotApplicable:
                pass
    raise NotApplicable(f"the reference takes no other {word}, or they change nothing")


def _words(base, changes):
    return ", ".join(f"argument {index}: {base[index]} -> "
                     + (f"{value:.6g}" if type(value) is float else str(value))
                     for index, value in changes.items() if not isinstance(value, torch.Tensor)) or "of tensors"


def _with(base, changes):
    return [changes.get(index, value) for index, value in enumerate(base)]


def _other_float(value, index):
    """Each by another factor: who derives one from the other is wrong then."""
    return value * (SHARE + 0.05 * (index % 4)) if value else FROM_ZERO


def _other_integers(value):
    """A power of two stays one, for it may be a block's size."""
    if value > 0 and value & (value - 1) == 0:
        return [2 * value, value // 2]
    return [value + 1, value - 1]


def _is_axis(task, base, index, answer):
    """Counted from the other end it means the same."""
    value = base[index]
    ranks = {tensor.dim() for tensor in base if isinstance(tensor, torch.Tensor)}
    ends = [value - rank if value >= 0 else value + rank for rank in ranks
            if -rank <= value < rank]
    return any(_same(_answer(task, _with(base, {index: end})), answer) for end in ends)


def _is_taken(task, base, changes, answer):
    """The reference gives another answer of the same ranks and types, and one alone: a flag may
    switch something random on."""
    inputs = _with(base, changes)
    values = _answer(task, inputs)
    return values is not None and _same(values, _answer(task, inputs, seed=1)) \
        and [(value.dim(), value.dtype) for value in values] \
        == [(value.dim(), value.dtype) for value in answer] and not _same(values, answer)


def _answer(task, inputs, seed=0):
    try:
        return run_native(task.model, inputs, seed).values
    except Refused:
        return None


def _same(values, answer):
    return values is not None and answer is not None and len(values) == len(answer) and all(
        one.shape == other.shape and one.dtype == other.dtype
        and torch.allclose(one.double(), other.double(), rtol=1e-6, atol=0, equal_nan=True)
        for one, other in zip(values, answer))

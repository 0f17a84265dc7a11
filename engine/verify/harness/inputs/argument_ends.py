# SPDX-License-Identifier: GPL-3.0-or-later
"""Arguments of `forward` at the ends of what they may be: numbers that are zero, infinite or whole, one that is left out, and flags that are
all alike. Who asks `if scale:` for whether a scale is given, or blends a mask by a product, is right for all numbers in between."""

import inspect
import math

import torch

from harness.inputs import segments
from harness.inputs.argument_variants import answer_of, is_axis, is_taken, optional_of, replaced, same_answers, shuffled, with_changes, words_of
from harness.inputs.extra_variant import checked_variant, generator_of, own_inputs
from harness.inputs.input_structure import may_hold_any
from harness.task.reference_run import NotApplicable, finite_mask, is_floating

NEAR_ZERO, FAR, VISIBLE = 1e-9, 1e30, 1e-2  # times a number; a number; part of an answer
MOST = 0.5  # part of whole numbers
LEAST_FINITE = 0.25  # part of an answer to an infinite number that tells more than that it is one


def zero_numbers(task):
    """Numbers given to forward that are zero; of whole ones else one. Not where zero is a case of its own, as of the order of a norm, for which
    the formula has no answer."""
    base = own_inputs(task)

    def is_a_case(index):
        near, at = (answer_of(task, replaced(base, {index: number})) for number in (base[index] * NEAR_ZERO, 0.0))
        return near is None or at is None or not same_answers(near, at, VISIBLE)

    cases = {index for index, value in enumerate(base) if type(value) is float and math.isfinite(value) and is_a_case(index)}
    return _of_options(task, {float: lambda value: [0.0], int: lambda value: [0, 1]}, but=cases)


def infinite_numbers(task):
    """One of the floating numbers given to forward infinite, where not much of the answer is: a limit that is none, what is written into a mask."""
    base = own_inputs(task)
    answer = answer_of(task, base)
    numbers = [index for index, value in enumerate(base) if type(value) is float and math.isfinite(value)]
    for index in shuffled(task, "infinite_numbers", numbers):
        for number in (math.copysign(math.inf, base[index] or 1.0), -math.copysign(math.inf, base[index] or 1.0)):
            if is_taken(task, base, {index: number}, answer) and _tells(*(answer_of(task, replaced(base, {index: one})) for one in (
                    number, math.copysign(FAR, number))), answer):
                try:
                    return checked_variant(task, replaced(base, {index: number}), f"an infinite number: {words_of(base, {index: number})}",
                                           may_reshape=True, may_be_infinite=True)
                except NotApplicable:
                    pass
    raise NotApplicable("forward is given no number that may be infinite")


def _tells(values, near, own):
    """Whether no number of an answer is none, enough of them are finite, not next to nothing beside the `own` answer, and as with a number that is
    very large: else an infinite one is a case of its own, as of the order of a norm, for which the formula has no answer."""
    if near is None or any(value.shape != other.shape for value, other in zip(values, near)):
        return False
    floating = [(value, other) for value, other in zip(values, near) if is_floating(value) and value.numel()]
    if any(_size(value) < VISIBLE * _size(other) for value, other in zip(values, own) if is_floating(value)):
        return False
    return all(not bool(value.isnan().any()) and float(finite_mask(value).double().mean()) > LEAST_FINITE
               and torch.allclose(value[finite_mask(value)], other[finite_mask(value)], rtol=VISIBLE) for value, other in floating)


def _size(value):
    """The median of the magnitudes of what is finite."""
    known = value[finite_mask(value)].double()
    return float(known.abs().median()) if known.numel() else 0.0


def whole_numbers(task):
    """Floating numbers given to forward that are whole, with values of both signs: only whole powers of numbers below zero are numbers. Of whole
    ones one."""
    base = own_inputs(task)
    generator = generator_of(task, "whole_numbers")
    signed = [value * (1 - 2 * torch.randint(0, 2, value.shape, generator=generator)).to(value.dtype) if may_hold_any(value, original) else value
              for value, original in zip(base, task.inputs)]
    options = {float: lambda value: [math.copysign(math.ceil(abs(value)) + (value == int(value)), value)], int: lambda value: [1]}
    if all(new is old for new, old in zip(signed, base)):
        return _of_options(task, options)
    try:
        return _of_options(task, options, signed)
    except NotApplicable:
        return _of_options(task, options)


def _of_options(task, options, base=None, but=()):
    """The inputs with the first of the `options`, {type: function from a number to others}, that the reference takes for each number; `but`:
    indices of those that stay."""
    base = own_inputs(task) if base is None else base
    answer, changes = answer_of(task, base), {}
    if answer is None:
        raise NotApplicable("the reference refuses the inputs beside those numbers")
    for index, value in enumerate(base):
        if index in but or _is_bound(base, value) or type(value) not in options or type(value) is float and not math.isfinite(value) or type(value) is int and is_axis(task, base, index, answer):
            continue
        number = next((number for number in options[type(value)](value) if number != value and is_taken(task, base, {index: number}, answer)
                       and all(map(torch.numel, answer_of(task, replaced(base, {index: number}))))), None)
        if number is not None:
            changes[index] = number
    return with_changes(task, base, changes, answer, "numbers", may_reshape=True)


def _is_bound(base, value):
    """Whether it is a whole number beyond most of some input, as how many rows there are is of the numbers of rows."""
    return type(value) is int and any(segments.is_whole(other) and other.numel() and float(((other >= 0) & (other <= value)).double().mean()) > MOST
                                      for other in base)


def one_left_out(task):
    """None in the place of one argument that forward need not be given."""
    return _left_out(task, 0)


def another_left_out(task):
    """The same of another one, where there are several."""
    return _left_out(task, 1)


def _left_out(task, number):
    base = own_inputs(task)
    answer = answer_of(task, base)
    places = shuffled(task, "left_out", [index for index in sorted(optional_of(task, base)) if base[index] is not None])
    taken = [index for index in places if is_taken(task, base, {index: None}, answer, any_dtype=True)]
    if len(taken) <= number:
        raise NotApplicable("forward is given nothing that may be left out")
    index = taken[number]
    return checked_variant(task, replaced(base, {index: None}), f"argument {index} left out", may_reshape=True)


def flags_on(task):
    """All flags given to forward true."""
    return _flags(task, True)


def flags_off(task):
    """All of them false."""
    return _flags(task, False)


def _flags(task, value):
    base = own_inputs(task)
    flags = [index for index, given in enumerate(base) if type(given) is bool]
    changes = {index: value for index in flags if base[index] is not value}
    if len(flags) < 2 or len(changes) in (0, len(flags)):
        raise NotApplicable("forward is given no mixture of true and false")
    return with_changes(task, base, changes, answer_of(task, base), "flags")


def takes_any_number(task):
    """How many arguments come before those of which forward takes any number (`*tensors`); None where it takes none so."""
    try:
        names = list(inspect.signature(getattr(task.model, "forward", task.model)).parameters.values())
    except (TypeError, ValueError):
        return None
    return next((place for place, name in enumerate(names) if name.kind is name.VAR_POSITIONAL), None)

# SPDX-License-Identifier: GPL-3.0-or-later
"""Values near the numbers beyond which a reference has no answer, as one is for an arc sine: a draw that lies well within is right for who
cuts off there, or knows no tail."""

import math

import torch

from harness.inputs.extra_variant import first_that_applies, generator_of, own_inputs
from harness.inputs.input_structure import Structure
from harness.task.reference_run import NotApplicable, Refused, all_finite, is_floating

_NUMBERS = (1.0, 0.5, 2.0, math.pi / 2, math.pi)  # of either sign, that an answer ends at
_STEP = 1e-3          # from such a number, to tell
_FAR = (-40.0, -1.7, 0.3, 50.0)  # where an answer that has no end is finite
_DEEPEST = (20, 18, 16, 15, 14, 13, 12, 10, 7)  # how near, as powers of two; the deeper ones where the answer does not hang on a rounding there
_LEAST, _EVERY = 2, 3
_LOOSENING = 5


def near_its_ends(task):
    """The variant with a third of the elements near such numbers, of all inputs that have any; None where there are none, or it does not
    apply."""
    base = own_inputs(task)
    ends = {index: _ends_of(task, base, index) for index, value in enumerate(base)
            if is_floating(value) and not value.is_complex() and value.numel() > 1 and Structure(task.inputs[index]).is_free()}
    ends = {index: found for index, found in ends.items() if found}
    if not ends:
        return None
    words = "some elements next to " + ", ".join(f"{number:.4g}" for number in sorted({number for found in ends.values() for number, _ in found})) \
        + ", beyond which the reference has no answer"
    choices = []
    for depth in _DEEPEST:
        generator = generator_of(task, "domain ends")
        choices.append(([_near(value, ends[index], depth, generator) if index in ends else value for index, value in enumerate(base)], words))
    try:
        return first_that_applies(task, choices, _LOOSENING)
    except NotApplicable:
        return None


def _ends_of(task, base, index):
    """[(number, the side of it on which there is an answer)]"""
    if _answers(task, base, index, _FAR):
        return []
    found = []
    for number in (sign * size for size in _NUMBERS for sign in (1, -1)):
        above, below = (_answers(task, base, index, (number + step,)) for step in (_STEP, -_STEP))
        if above != below:
            found.append((number, 1 if above else -1))
    return found


def _answers(task, base, index, numbers):
    """Whether the reference answers finitely where every second element is one of the numbers, in turn."""
    value = base[index].clone(memory_format=torch.contiguous_format)
    places = value.view(-1)[::2]
    places.copy_(torch.tensor(numbers, dtype=value.dtype).repeat(len(places) // len(numbers) + 1)[:len(places)])
    try:
        return all_finite(task.answer([value if at == index else other for at, other in enumerate(base)]).values)
    except Refused:
        return False


def _near(value, ends, depth, generator):
    """From a quarter of one off an end to 2^-depth."""
    out = value.clone(memory_format=torch.contiguous_format)
    places = out.view(-1)[::_EVERY]
    number, side = torch.tensor(ends, dtype=torch.float64)[torch.randint(len(ends), places.shape, generator=generator)].unbind(-1)
    off = 2.0 ** -(_LEAST + (depth - _LEAST) * torch.rand(places.shape, generator=generator, dtype=torch.float64))
    places.copy_((number + side * off * number.abs()).to(value.dtype))
    return out

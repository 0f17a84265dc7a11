# SPDX-License-Identifier: GPL-3.0-or-later
"""Values near the numbers beyond which a reference has no answer, as one is for an arc sine: a draw that lies well within is right for who
cuts off there, or knows no tail."""

import torch

from harness.inputs.extra_variant import first_that_applies, generator_of, own_inputs
from harness.inputs.input_structure import may_hold_any
from harness.task.reference_run import NotApplicable, answer_double, is_floating

_FAR = 50.0        # where an answer that has no end is no NaN
_HALVINGS, _PARTS = 40, 64  # on the way to an end, and of one that it is a multiple of, mostly
_ZERO = 1e-6       # is an end that others look at
_DEEPEST = (20, 18, 16, 15, 14, 13, 12, 10, 7)  # how near, as powers of two; the deeper ones where the answer does not hang on a rounding there
_LEAST, _EVERY = 2, 3
_LOOSENING = 5


def near_its_ends(task):
    """The variant with a third of the elements near such numbers, of all inputs that have any; None where there are none, or it does not
    apply."""
    base = own_inputs(task)
    ends = {index: _ends_of(task, base, index) for index, value in enumerate(base)
            if may_hold_any(value, task.inputs[index])}
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
    found = []
    for inside, far in ((float(base[index].max()), _FAR), (float(base[index].min()), -_FAR)):
        if not _answers(task, base, index, far) and _answers(task, base, index, inside):
            number = _end_between(task, base, index, inside, far)
            if abs(number) > _ZERO:
                found.append((number, -1 if far > inside else 1))
    return found


def _end_between(task, base, index, inside, far):
    for _ in range(_HALVINGS):
        middle = (inside + far) / 2
        inside, far = (middle, far) if _answers(task, base, index, middle) else (inside, middle)
    whole = round(inside * _PARTS) / _PARTS
    return whole if abs(whole - inside) < _ZERO else inside


def _answers(task, base, index, number):
    """Whether the reference's answer has no NaN where every second element is that number: what only becomes too large has no end."""
    value = base[index].double()
    value.view(-1)[::2] = number
    try:
        values = answer_double(task.model, [value if at == index else other for at, other in enumerate(base)]).values
    except Exception:
        return False
    return not any(bool(value.isnan().any()) for value in values if is_floating(value))


def _near(value, ends, depth, generator):
    """From a quarter of one off an end to 2^-depth."""
    out = value.clone(memory_format=torch.contiguous_format)
    places = out.view(-1)[::_EVERY]
    number, side = torch.tensor(ends, dtype=torch.float64)[torch.randint(len(ends), places.shape, generator=generator)].unbind(-1)
    off = 2.0 ** -(_LEAST + (depth - _LEAST) * torch.rand(places.shape, generator=generator, dtype=torch.float64))
    places.copy_((number + side * off * number.abs()).to(value.dtype))
    return out

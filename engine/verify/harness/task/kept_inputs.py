# SPDX-License-Identifier: GPL-3.0-or-later
"""Answers that are an input or a weight and a little more, whatever the size of its values, as what a step of an optimiser leaves: the little
is the work, and lost beside what it is added to."""

from harness.shared import bundle
from harness.task.reference_run import Refused, answer_double, is_finite, is_floating, state_of

LITTLE = 0.05  # of what it is added to; the judge has the same number
FAR = 100.0    # a function that is its argument near zero, as a sine, is so no more where values are so large


def kept(task):
    """{name in `expected` without its number: name in `given`} of what stays near an input or a weight: ("output", index) or ("effect", name)."""
    if kept not in task.memo:
        task.memo[kept] = _kept(task)
    return task.memo[kept]


def given(model, inputs):
    """(name in `given`, tensor) of what an answer may be near to."""
    yield from ((f"input.{index}", value) for index, value in enumerate(bundle.tensors_in(inputs)))
    yield from ((f"state.{name}", value.detach()) for name, value in state_of(model).items())


def _kept(task):
    small = task.resized_small()
    inputs = small.inputs if small else task.inputs
    try:
        found = _nearest(_parts(task.answer(inputs)), dict(given(task.model, inputs)))
        if not found:
            return {}
        times = FAR / min(1.0, *(size for size in map(_size, inputs) if size > 0), 1.0)
        far = [value * times if is_floating(value) else value for value in inputs]
        watched = {name for kind, name in found if kind == "effect"}
        stays = _nearest(_parts(answer_double(task.model, far, watched)), dict(given(task.model, far)))
    except Refused:
        return {}
    except Exception:  # those that the reference refuses in float64, or so far from zero
        return {}
    return {part: name for part, name in found.items() if stays.get(part) == name}


def _parts(answer):
    return {**{("output", index): value for index, value in enumerate(answer.values)},
            **{("effect", name): value for name, value in answer.effects.items()}}


def _nearest(parts, tensors):
    found = {}
    for part, value in parts.items():
        away = {name: _distance(value, other) for name, other in tensors.items()}
        name = min(away, key=away.get, default=None)
        if name is not None and away[name] < LITTLE:
            found[part] = name
    return found


def _distance(value, other):
    """How far one tensor is from another, as a share of that one."""
    if not is_floating(value) or not is_floating(other) or value.shape != other.shape or not value.numel():
        return float("inf")
    size = _size(other)
    if not is_finite(value) or not size > 0:
        return float("inf")
    return _size(value.double() - other.double()) / size


def _size(value):
    """The root mean square; 0 of what is no floating tensor."""
    return float(value.double().square().mean().sqrt()) if is_floating(value) and value.numel() else 0.0

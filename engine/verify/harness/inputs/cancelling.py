# SPDX-License-Identifier: GPL-3.0-or-later
"""Values of several inputs, or of one and a weight, of which the reference makes a sum, or a difference, that is little beside what it is made of: who
multiplies it out loses its digits there. Two inputs that lie near each other make the difference of the two little; `x + y`, `x - 2 * y` and `x + y - z`
are others."""

import torch
from torch.utils._python_dispatch import TorchDispatchMode

from harness.inputs.extra_variant import generator_of
from harness.inputs.input_structure import may_hold_any
from harness.task import undecided
from harness.task.reference_run import cloned, is_finite, is_floating, put_back, state_of

_SUMS = frozenset("add add_ sub sub_ rsub".split())
MOST_SUMS = 16
PROBE = 0.25       # of an input's root mean square
CANCELS = 2.0 ** -6  # a sum that is no larger, beside its terms, has lost what they have in common
SHARE = 2.0 ** -8  # of the terms, that is left of it
FARTHEST = 4       # times the largest that the task draws
LEAST = 2.0 ** -4  # of its size, that an input keeps


class _Sums(TorchDispatchMode):
    """`found`: [(a sum of two tensors of floating numbers, how large its terms are)]"""

    def __init__(self):
        super().__init__()
        self.found = []

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        name = func.overloadpacket.__name__
        is_sum = name in _SUMS and len(self.found) < MOST_SUMS and all(is_floating(value) and value.dim() for value in args[:2])
        terms = _size(args[0]) + _size(args[1]) if is_sum else 0.0
        out = func(*args, **(kwargs or {}))
        if is_sum:
            self.found.append((out.detach().clone(), terms))
        return out


def _size(value):
    return float(value.double().square().mean().sqrt()) if value.numel() else 0.0


def cancelling(task, inputs, near=None):
    """`inputs` one of which is such that a sum of several of them, of the most, is little; None where there is no such sum, or one cancels where inputs lie
    `near` each other, or where the reference jumps somewhere."""
    if undecided.takes_steps(task.trace().names):  # which way the little one falls hangs on how it is summed
        return None
    free = [index for index, value in enumerate(inputs) if may_hold_any(value, task.inputs[index]) and not value.is_complex() and value.itemsize > 1]
    fewest = 1 if any(is_floating(value) and value.dim() for value in task.state_tensors()) else 2
    if len(free) < fewest:
        return None
    before = _sums_of(task, inputs)
    if not before or near is not None and any(_cancels(one) for one in _sums_of(task, near) or ()):
        return None
    slopes = {index: _slopes(task, inputs, index, before) for index in free}
    moved_by = [[index for index in free if slopes[index] is not None and slopes[index][at] is not None] for at in range(len(before))]
    for at in sorted(range(len(before)), key=lambda at: -len(moved_by[at])):
        for index in reversed(moved_by[at]) if len(moved_by[at]) >= fewest else ():
            new = _solved(task, inputs, index, before[at][0], slopes[index][at])
            after = None if new is None else _sums_of(task, _with(inputs, index, new))
            if after and len(after) == len(before) and _cancels(after[at]) and not _cancels(before[at]):
                return _with(inputs, index, _off(new, generator_of(task, "cancelling")))
    return None


def _cancels(one):
    total, terms = one
    return total.numel() > 0 and is_finite(total) and _size(total) <= CANCELS * terms


def _with(inputs, index, value):
    return [value if at == index else one for at, one in enumerate(inputs)]


def _sums_of(task, inputs):
    """_Sums.found of a forward on them; None where the reference refuses them."""
    state = {name: value.detach().clone() for name, value in state_of(task.model).items()}
    seen = _Sums()
    try:
        with torch.no_grad(), torch.random.fork_rng(devices=()), seen:
            torch.manual_seed(0)
            task.model(*cloned(inputs))
    except Exception:
        return None
    finally:
        put_back(task.model, state)
    return seen.found


def _slopes(task, inputs, index, before):
    """How each sum grows with its element of an input of its shape, where it does; None where the forward takes another course."""
    step = PROBE * _size(inputs[index])
    after = _sums_of(task, _with(inputs, index, inputs[index] + step)) if step else None
    if after is None or len(after) != len(before):
        return None
    slopes = []
    for (old, _), (new, _) in zip(before, after):
        is_moved = new.shape == old.shape == inputs[index].shape and is_finite(old) and is_finite(new) and bool((new != old).any())
        slopes.append((new.double() - old.double()) / step if is_moved else None)
    return slopes


def _solved(task, inputs, index, total, slope):
    """The input with which the sum is zero where it goes by a line; elements that would be too large, or of a sign that the task's have not, stay."""
    value, original = inputs[index], task.inputs[index].double()
    new = value.double() - total.double() / torch.where(slope == 0, torch.inf, slope)
    is_fit = new.abs() <= FARTHEST * float(original.abs().max())
    if not bool((original < 0).any()):
        is_fit &= new >= 0
    if not bool((original > 0).any()):
        is_fit &= new <= 0
    new = torch.where(is_fit, new, value.double())
    return new.to(value.dtype) if _size(new) >= LEAST * _size(value) else None


def _off(value, generator):
    noise = torch.randn(value.shape, generator=generator, dtype=torch.float64)
    return (value.double() + SHARE * _size(value) * noise).to(value.dtype)

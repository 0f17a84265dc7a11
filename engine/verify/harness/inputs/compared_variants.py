# SPDX-License-Identifier: GPL-3.0-or-later
"""Values beside what one candidate's kernels compare with, and beyond it: each comparison of theirs that has had one outcome on all inputs
that candidates share has another way that nobody has seen (`engine/verify/machine/compared.cpp`)."""

import collections

import torch

from harness.inputs.extra_variant import first_with, generator_of, own_inputs
from harness.inputs.input_structure import Structure, may_hold_any
from harness.task.reference_run import NotApplicable

REACH, REACH_OF_NARROW = 1e4, 10.0  # times what the task draws; where the reference makes whole or eight-bit numbers
BEYOND = 2.0     # times what brings a number to its limit
BESIDE = (0.0, 2.0 ** -6, -2.0 ** -6, 0.25, -0.25)  # of the limit, from it
# What a kernel may make of a row, and how it grows with the row.
MEASURES = (
    (lambda row: row.abs().max(), 1), (lambda row: row.std(correction=0), 1), (lambda row: row.var(correction=0), 2),
    (lambda row: row.square().mean(), 2), (lambda row: row.square().mean().sqrt(), 1), (lambda row: row.norm(), 1),
    (lambda row: row.square().sum(), 2), (lambda row: row.sum().abs(), 1), (lambda row: row.mean().abs(), 1), (lambda row: row.abs().sum(), 1))
SHARE = 0.25     # of the elements that become such numbers
LOOSENING = 3
NOTHING_FREE = "no floating input is free to reach what the kernels compare with"

Limit = collections.namedtuple("Limit", "number low high")  # what is compared with it reached from `low` to `high`


def beside(task):
    """compared_0: a quarter of the elements of each floating input at such a number or a little to its sides, in other rows all values times
    what brings the largest there, or their sum, mean, variance and the like."""
    limits = _limits(task)
    base = own_inputs(task)
    generator = generator_of(task, "beside compared")
    words = "values beside what the kernels compare with"
    free = _free(task, base)
    of_all = {index: _beside(base[index], task.inputs[index], limits, _reach(task), generator) for index in free}
    of_all = {index: value for index, value in of_all.items() if value is not None}
    choices = [(of_all, words)] + [({index: value}, words) for index, value in of_all.items() if len(of_all) > 1]
    return first_with(task, base, choices, NOTHING_FREE, LOOSENING)


def beyond(task):
    """compared_1: all values times what brings the largest (or the least) that is compared beyond such a number, as far as it grows with the
    inputs, with their square or with their root."""
    base = own_inputs(task)
    free = _free(task, base)
    choices = []
    for factor in _factors(_limits(task)):
        for power in (1.0, 0.5, 2.0):
            scale = factor ** power
            if 1 / REACH <= scale <= _reach(task):
                values = {index: (base[index].double() * scale).to(base[index].dtype) for index in free}
                choices.append((values, f"values times {scale:.3g}, beyond what the kernels compare with"))
    return first_with(task, base, choices, NOTHING_FREE, LOOSENING)


def _free(task, base):
    """Indices of the inputs that may hold any numbers, but for those of eight bits."""
    return [index for index, value in enumerate(base) if may_hold_any(value, task.inputs[index]) and value.itemsize > 1]


def _limits(task):
    if not task.compared:
        raise NotApplicable("the kernels compare with no number that was not reached")
    return [Limit(*limit) for limit in task.compared]


def _reach(task):
    return REACH_OF_NARROW if task.trace().narrows else REACH


def _factors(limits):
    """By which what was compared had to be multiplied, each once."""
    factors = []
    for number, low, high in limits:
        ends = [end for end in (low, high) if end * number > 0]
        if ends and not low <= number <= high:
            largest = max(ends, key=abs)
            least = min(ends, key=abs)
            factors.append(BEYOND * number / largest if abs(number) > abs(largest) else number / least / BEYOND)
    return list(dict.fromkeys(factors))


def _beside(value, original, limits, reach, generator):
    """`value` with such numbers, of the sign that its own have; None if they are out of its reach."""
    largest = float(original.abs().max())
    numbers = [number for number, _, _ in limits if abs(number) <= reach * largest and abs(number) < torch.finfo(value.dtype).max / 8]
    low, high = float(original.min()), float(original.max())
    numbers = [number for number in numbers if number < 0 and low < 0 or number > 0 and high > 0]
    if not numbers:
        return None
    wide = value.double().clone(memory_format=torch.contiguous_format)
    rows = wide.view(-1, wide.shape[-1]) if wide.dim() else wide.view(1, 1)
    turns = _turns(numbers, len(rows) // 2, generator)
    for row, (number, (measure, power), off) in zip(range(1, len(rows), 2), turns):
        now = float(measure(rows[row]))
        scale = (abs(number) * (1 + off) / now) ** (1 / power) if 0 < now < torch.inf else 1.0
        if float(rows[row].abs().max()) * scale <= reach * largest:
            rows[row] *= scale
    places = torch.rand(rows.shape, generator=generator) < SHARE
    places[1::2] = False
    which = torch.tensor(numbers, dtype=torch.float64)[torch.randint(len(numbers), rows.shape, generator=generator)]
    off = torch.tensor(BESIDE, dtype=torch.float64)[torch.randint(len(BESIDE), rows.shape, generator=generator)]
    rows[places] = (which * (1 + off))[places]
    return Structure(original).like(value, wide.to(value.dtype))


def _turns(numbers, count, generator):
    """[(number, what of a row comes there, how far off)]: first all at their number, in no order, then all a little off, ..."""
    turns = []
    while len(turns) < count:
        off = BESIDE[len(turns) // (len(numbers) * len(MEASURES)) % len(BESIDE)]
        pairs = [(number, measure, off) for number in numbers for measure in MEASURES]
        turns += [pairs[at] for at in torch.randperm(len(pairs), generator=generator).tolist()]
    return turns

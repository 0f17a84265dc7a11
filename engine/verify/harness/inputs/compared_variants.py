# SPDX-License-Identifier: GPL-3.0-or-later
"""Values beside what one candidate's kernels compare with, and beyond it: each comparison of theirs that has had one outcome on all inputs
that candidates share has another way that nobody has seen (`engine/verify/machine/compared.cpp`)."""

import collections

import torch

from harness.inputs import accidents, segments
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
NEAR = 0.05      # of a number, to another one
SHARE = 0.25     # of the elements that become such numbers
LOOSENING = 3
NOTHING_FREE = "no input is free to reach what the kernels compare with"
FEWEST_BITS = 4  # of a whole number that may be the upper bits of a floating one
_WHOLE_OF = {torch.float32: torch.int32, torch.float16: torch.int16, torch.bfloat16: torch.int16, torch.float64: torch.int64}

# What is compared with it reached from `low` to `high`; `is_whole`: whole numbers, which come of memory.
Limit = collections.namedtuple("Limit", "number low high is_whole", defaults=(False,))


def beside(task):
    """compared_0: a quarter of the elements of each floating input at such a number or a little to its sides, in other rows all values times
    what brings the largest there, or their sum, mean, variance and the like; of inputs of whole numbers at those in their range."""
    limits = _limits(task)
    whole = [int(limit.number) for limit in limits if limit.is_whole]
    base = task.inputs if whole else own_inputs(task)  # a label is one of as many as the task has
    generator = generator_of(task, "beside compared")
    words = "values beside what the kernels compare with"
    of_all = {index: _beside(base[index], task.inputs[index], limits, _reach(task), generator) for index in _free(task, base)}
    of_all.update({index: _among(base[index], whole, accidents.may_repeat(task, index), generator)
                   for index in range(len(base)) if whole and _may_be_others(task, index)})
    of_all = {index: value for index, value in of_all.items() if value is not None}
    choices = [(of_all, words)] + [({index: value}, words) for index, value in of_all.items() if len(of_all) > 1]
    return first_with(task, base, choices, NOTHING_FREE, LOOSENING)


def beyond(task):
    """compared_1: all values times what brings the largest (or the least) that is compared beyond such a number, as far as it grows with the
    inputs, with their square or with their root."""
    base = own_inputs(task)
    free = _free(task, base)
    choices = []
    for factor in _factors([limit for limit in _limits(task) if not limit.is_whole]):
        for power in (1.0, 0.5, 2.0):
            scale = factor ** power
            if 1 / REACH <= scale <= _reach(task):
                values = {index: (base[index].double() * scale).to(base[index].dtype) for index in free}
                choices.append((values, f"values times {scale:.3g}, beyond what the kernels compare with"))
    return first_with(task, base, choices, NOTHING_FREE, LOOSENING)


def _free(task, base):
    """Indices of the inputs that may hold any numbers, but for those of eight bits."""
    return [index for index, value in enumerate(base) if may_hold_any(value, task.inputs[index]) and value.itemsize > 1]


def _may_be_others(task, index):
    """Whether an input is of whole numbers in the place of which others of their range may stand."""
    value = task.inputs[index]
    if not segments.is_whole(value) or not value.numel() or index in segments.kept_together(task.inputs):
        return False
    structure = Structure(value)
    return structure.is_free() and not structure.is_codes and not structure.is_flags and structure.labels is None


def _limits(task):
    if not task.compared:
        raise NotApplicable("the kernels compare with no number that was not reached")
    return [Limit(*limit) for limit in task.compared]


def _reach(task):
    return REACH_OF_NARROW if task.trace().narrows else REACH


def _factors(limits):
    """By which what was compared had to be multiplied, each once."""
    factors = []
    for number, low, high, _ in limits:
        ends = [end for end in (low, high) if end * number > 0]
        if ends and not low <= number <= high:
            largest = max(ends, key=abs)
            least = min(ends, key=abs)
            factors.append(BEYOND * number / largest if abs(number) > abs(largest) else number / least / BEYOND)
    return list(dict.fromkeys(factors))


def _beside(value, original, limits, reach, generator):
    """`value` with such numbers, of the sign that its own have; None if they are out of its reach."""
    largest = float(original.abs().max())
    low, high = float(original.min()), float(original.max())

    def reached(numbers):
        return [number for number in numbers if abs(number) <= min(reach * largest, torch.finfo(value.dtype).max / 8)
                and (number < 0 and low < 0 or number > 0 and high > 0)]

    numbers = reached(limit.number for limit in limits if not limit.is_whole)
    of_bits = reached(number for limit in limits if limit.is_whole for number in _of_bits(int(limit.number), value.dtype))
    if not numbers and not of_bits:
        return None
    wide = value.double().clone(memory_format=torch.contiguous_format)
    rows = wide.view(-1, wide.shape[-1]) if wide.dim() else wide.view(1, 1)
    turns = _turns(_in_bands(numbers), len(rows) // 2, generator) if numbers else []
    for row, (number, (measure, power), off) in zip(range(1, len(rows), 2), turns):
        now = float(measure(rows[row]))
        scale = (abs(number) * (1 + off) / now) ** (1 / power) if 0 < now < torch.inf else 1.0
        if float(rows[row].abs().max()) * scale <= reach * largest:
            rows[row] *= scale
    places = torch.rand(rows.shape, generator=generator) < SHARE
    places[1::2] = False
    points = torch.tensor([number * (1 + off) for number in numbers for off in BESIDE] + of_bits, dtype=torch.float64)
    rows[places] = points[torch.randint(len(points), rows.shape, generator=generator)][places]
    return Structure(original).like(value, wide.to(value.dtype))


def _among(value, numbers, may_repeat, generator):
    """Whole numbers with such, and those next to them, among them, each once unless they may repeat; None where none lies in their range."""
    low, high = int(value.min()), int(value.max())
    near = [number + off for number in numbers for off in (-1, 0, 1) if low <= number <= high and low <= number + off <= high]
    near = near if may_repeat else sorted(set(near) - set(value.reshape(-1).tolist()))
    if not near:
        return None
    out = value.clone(memory_format=torch.contiguous_format)
    count = int(SHARE * value.numel()) if may_repeat else min(len(near), value.numel())
    places = torch.randperm(value.numel(), generator=generator)[:count]
    out.view(-1)[places] = torch.tensor(near)[torch.arange(count) % len(near)].to(value.dtype)
    return out


def _of_bits(number, dtype):
    """Floating numbers that have it in their bits: as they are, or as the upper ones of a number from one on, or below."""
    bits = torch.finfo(dtype).bits
    whole = number & (1 << bits) - 1
    shifts = [bits - below - number.bit_length() for below in (1, 2)] if number > 0 and number.bit_length() >= FEWEST_BITS else []
    patterns = {whole, *(whole << shift for shift in shifts if shift > 0)}
    signed = [pattern - (1 << bits if pattern >> bits - 1 else 0) for pattern in sorted(patterns)]
    values = torch.tensor(signed, dtype=_WHOLE_OF[dtype]).view(dtype)
    return [float(one) for one in values if bool(one.isfinite()) and abs(float(one)) >= torch.finfo(dtype).smallest_normal]


def _in_bands(numbers):
    """The numbers, each two that hardly differ in one that lies between them: a kernel may look for what is in between."""
    found = []
    for number in sorted(numbers):
        if found and abs(number - found[-1]) <= NEAR * abs(number):
            found[-1] = (found[-1] + number) / 2
        else:
            found.append(number)
    return found


def _turns(numbers, count, generator):
    """[(number, what of a row comes there, how far off)]: first all at their number, in no order, then all a little off, ..."""
    turns = []
    while len(turns) < count:
        off = BESIDE[len(turns) // (len(numbers) * len(MEASURES)) % len(BESIDE)]
        pairs = [(number, measure, off) for number in numbers for measure in MEASURES]
        turns += [pairs[at] for at in torch.randperm(len(pairs), generator=generator).tolist()]
    return turns

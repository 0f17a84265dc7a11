# SPDX-License-Identifier: GPL-3.0-or-later
"""Values about as small as the numbers that a reference adds before it divides or takes a root. Far above them, and where all is nothing, it is
the same whether such a number is added, where, and which one it is."""

import random

import torch

from harness.inputs.extra_variant import first_that_applies, generator_of, own_inputs
from harness.inputs.input_structure import may_hold_any
from harness.task.reference_run import NotApplicable, derive_seed

LOOSENING = 10
UNCHANGED, EACH = 0.25, 0.25  # of the lines; and those of which each element has a magnitude of its own
FACTORS = (0.25, 0.5, 1.0, 2.0, 4.0)  # of a magnitude
FEWEST_DIGITS = 1 << 10  # a number of a dtype is so many times the least one that has all its digits
POWERS = (0.5, 1.0, 2.0)  # of a number: of what a variance comes of, what it is added to itself, and what a root is taken of


def near_epsilons(task):
    """Each line of each floating input a quarter to four times such a number, its root or its square, or as it was; where the reference does
    not take that, lines of one input alone. Lines lie along the last axis, or are all that one place of the first axes has: which, the seed says."""
    numbers = sorted(task.trace().epsilons)
    if not numbers:
        raise NotApplicable("the reference adds no small number")
    base, generator = own_inputs(task), generator_of(task, "near epsilons")
    lined = {index: _lined(value, numbers, _axes(task, value), generator) for index, value in enumerate(base) if may_hold_any(value, task.inputs[index])}
    if not lined:
        raise NotApplicable("no input may hold other floating values")
    words = "lines about as small as " + ", ".join(f"{number:g}" for number in numbers[:4]) + ", their roots and squares"
    chosen = [lined, *({index: value} for index, value in lined.items())] if len(lined) > 1 else [lined]
    return first_that_applies(task, [([one.get(index, value) for index, value in enumerate(base)], words) for one in chosen], LOOSENING)


def near(value, numbers, generator):
    """Elements that are all of one sign, a third of them near one of the numbers: of a variance, as a model keeps it."""
    small = _drawn(numbers, (1.0,), value.shape, generator) * torch.sign(value.double())
    return torch.where(torch.rand(value.shape, generator=generator) < 1 / 3, small, value.double()).to(value.dtype)


def _axes(task, value):
    """How many of the first axes tell lines apart: of pictures those of one batch and channel, or of a channel of all."""
    if value.dim() < 3:
        return range(max(value.dim() - 1, 1))
    drawn = random.Random(derive_seed(task.seed, "near epsilons"))
    return drawn.choice([range(value.dim() - 1), range(2), [1], [0]])


def _lined(value, numbers, axes, generator):
    wide = value.double()
    shape = [size if axis in axes else 1 for axis, size in enumerate(value.shape)]
    others = [axis for axis in range(value.dim()) if axis not in axes]
    sizes = wide.square().mean(others, keepdim=True).sqrt() if others else wide.abs()
    floor = FEWEST_DIGITS * torch.finfo(value.dtype).tiny
    scales, own = (
        (_drawn(numbers, POWERS, places, generator).clamp(min=floor) / magnitudes.clamp(min=floor)).clamp(max=1.0)
        for places, magnitudes in ((shape, sizes), (value.shape, wide.abs())))
    which = torch.rand(shape, generator=generator)
    return (wide * torch.where(which < UNCHANGED, 1.0, torch.where(which < UNCHANGED + EACH, own, scales))).to(value.dtype)


def _drawn(numbers, powers, shape, generator):
    """One of the numbers to one of the powers, times a factor, at each place."""
    magnitudes = torch.tensor([number ** power for number in numbers for power in powers], dtype=torch.float64)
    chosen = magnitudes[torch.randint(len(magnitudes), shape, generator=generator)]
    return chosen * torch.tensor(FACTORS, dtype=torch.float64)[torch.randint(len(FACTORS), shape, generator=generator)]

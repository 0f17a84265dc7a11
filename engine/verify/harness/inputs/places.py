# SPDX-License-Identifier: GPL-3.0-or-later
"""Whether a reference does nothing but put elements elsewhere, whatever operators it is written with: every element of its answer
is an element of an input, always the same one, or the same number for all inputs."""

import torch

from harness.inputs.extra_variant import base_inputs
from harness.task.reference_run import answer_double, is_floating, run_native

MAX_ELEMENTS = 1 << 21  # of inputs and answers together; more are not looked at
DRAWS = 3


class Places:
    """What a reference's answer is made of: `moves`, elements of inputs or numbers, of inputs at least some; `makes`, numbers alone."""

    def __init__(self, task):
        self.moves = self.makes = False
        base = base_inputs(task)
        if not _fits(base):
            return
        draws = [_labelled(base, number) for number in range(DRAWS)]
        try:
            answers = [_answer(task, inputs) for inputs in draws]
        except BaseException:  # the reference's own, on values that it may not take
            return
        if len({tuple(value.shape for value in answer) for answer in answers}) > 1 or not _fits(answers[0]):
            return
        flats = [torch.cat([value.double().reshape(-1) for value in answer]) for answer in answers]
        labels = [_labels_of(inputs) for inputs in draws]
        known, first = _lookup(labels[0], flats[0])
        same = all(bool((torch.where(known, own[first], flats[0]) == flat).all())
                   for own, flat in zip(labels[1:], flats[1:])) if len(labels[0]) else _all_equal(flats)
        self.moves = same and bool(known.any())
        self.makes = same and not bool(known.any()) and not any(is_floating(value) for value in task.state_tensors())


def _fits(values):
    count = sum(value.numel() for value in values if isinstance(value, torch.Tensor))
    return 0 < count <= MAX_ELEMENTS and not any(isinstance(value, torch.Tensor) and value.is_complex() for value in values)


def _labelled(base, number):
    """Every element of every tensor another number: in order, then the other way round and shuffled, then shuffled again."""
    generator = torch.Generator().manual_seed(number)
    total = sum(value.numel() for value in base if isinstance(value, torch.Tensor))
    inputs, begin = [], 1
    for value in base:
        if not isinstance(value, torch.Tensor) or not value.numel():
            inputs.append(value)
            continue
        names = begin + (torch.randperm(value.numel(), generator=generator) if number else torch.arange(value.numel()))
        begin += value.numel()
        inputs.append(_as_kind(value, (total + 1 - names if number == 1 else names).reshape(value.shape), number))
    return inputs


def _as_kind(value, names, number):
    """Floating names have a fraction, as values have: what rounds them changes them."""
    if value.dtype == torch.bool:
        return names % 2 == 0
    if not value.is_floating_point():
        return (-names if number == 2 and int(value.min()) < 0 else names).to(value.dtype)
    return (names.double() + 0.375) * (1, 1, -0.25)[number]


def _answer(task, inputs):
    if any(is_floating(value) for value in inputs):
        return answer_double(task.model, inputs).values
    return run_native(task.model, inputs, 0).values


def _labels_of(inputs):
    tensors = [value.double().reshape(-1) for value in inputs if isinstance(value, torch.Tensor)]
    return torch.cat(tensors) if tensors else torch.zeros(0, dtype=torch.float64)


def _lookup(labels, values):
    """(which values are labels, the place of each)."""
    if not len(labels):
        return torch.zeros(len(values), dtype=torch.bool), None
    ordered, order = labels.sort()
    at = torch.searchsorted(ordered, values).clamp(max=len(labels) - 1)
    return ordered[at] == values, order[at]


def _all_equal(flats):
    return all(torch.equal(flats[0], flat) for flat in flats[1:])

# SPDX-License-Identifier: GPL-3.0-or-later
"""Whether a reference does nothing but put elements elsewhere, whatever operators it is written with: every element of its answer
is an element of an input, always the same one, or the same number for all inputs."""

import torch
from torch.utils._python_dispatch import TorchDispatchMode

from harness.inputs.extra_variant import base_inputs
from harness.shared import bundle, operators
from harness.task.reference_run import answer_double, is_floating, run_native

MAX_ELEMENTS = 1 << 21  # of inputs and answers together; more are not looked at
DRAWS = 3
PART = 8  # an operator whose result is at least the so-maniest part of the answer, or so many elements of it, makes a part of it


class Places:
    """What a reference's answer is made of: `moves`, elements of inputs or numbers, of inputs at least some; `makes`, numbers alone.
    `moves_partly`: one of its operators that are there to compute does nothing else for a good part of the answer."""

    def __init__(self, task):
        self.moves = self.makes = self.moves_partly = False
        base = base_inputs(task)
        if not _fits(base):
            return
        draws = [_labelled(base, number) for number in range(DRAWS)]
        computed = []
        try:
            answers = []
            for inputs in draws:
                with _Computed() as mode:
                    answers.append(_answer(task, inputs))
                computed.append(mode.results)
        except BaseException:  # the reference's own, on values that it may not take
            return
        if len({tuple(value.shape for value in answer) for answer in answers}) > 1 or not _fits(answers[0]):
            return
        flats = [torch.cat([value.double().reshape(-1) for value in answer]) for answer in answers]
        labels = [_labels_of(inputs) for inputs in draws]
        same, from_inputs = _only_places(*_with_own(task, base, answers[0], labels, flats))
        self.moves = same and from_inputs
        self.makes = same and not from_inputs and not any(is_floating(value) for value in task.state_tensors())
        self.moves_partly = not same and any(
            PART * len(results[0]) >= len(flats[0]) and _only_places(labels, results) == (True, True)
            for results in zip(*computed) if len({len(result) for result in results}) == 1)


def _with_own(task, base, answer, labels, flats):
    """These and those of the task's own values: what asks for zeros, or for one number, does so where there are some."""
    own = _answer(task, base)
    if [value.shape for value in own] != [value.shape for value in answer]:
        return labels, flats
    return [*labels, _labels_of(base)], [*flats, torch.cat([value.double().reshape(-1) for value in own])]


class _Computed(TorchDispatchMode):
    """Floating results of the operators that may compute, one after another, where they are not what the operator was given."""

    def __init__(self):
        super().__init__()
        self.results = []

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        out = func(*args, **(kwargs or {}))
        if func.overloadpacket.__name__ not in operators.MOVING:
            given = [value.reshape(-1) for value in bundle.tensors_in((args, list((kwargs or {}).values())))]
            for value in bundle.tensors_in(out):
                flat = value.detach().reshape(-1)
                if flat.is_floating_point() and len(flat) <= MAX_ELEMENTS:
                    is_given = any(one.shape == flat.shape and torch.equal(one, flat) for one in given)
                    self.results.append(flat.new_empty(0).double() if is_given else flat.double().clone())
        return out


class _Work(TorchDispatchMode):
    """Whether an operator is met that is there to compute, of a tensor."""

    def __init__(self):
        super().__init__()
        self.found = False

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        given = bundle.tensors_in((args, list((kwargs or {}).values())))
        self.found = self.found or func.overloadpacket.__name__ not in operators.MOVING and any(True for _ in given)
        return func(*args, **(kwargs or {}))


def computes(model, inputs):
    """Whether a forward works on any tensor, beyond making one and moving elements; of inputs that it takes."""
    with _Work() as work:
        run_native(model, inputs, 0)
    return work.found


def _only_places(labels, flats):
    """(whether flat tensors hold nothing but the elements at certain places of inputs, and numbers; whether any of inputs)."""
    known, first = _lookup(labels[0], flats[0])
    if not len(flats[0]):
        return False, False
    same = all(bool((torch.where(known, own[first], flats[0]) == flat).all())
               for own, flat in zip(labels[1:], flats[1:])) if len(labels[0]) else _all_equal(flats)
    return same, bool(known.any())


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

# SPDX-License-Identifier: GPL-3.0-or-later
"""Sizes of one, and of none, grown: of a batch of one, one head or an empty past a kernel may have left out what comes behind the first."""

import itertools
import random

import torch

from harness.inputs import idle_inputs, patterns, shapes
from harness.inputs.extra_variant import checked_variant, generator_of, own_inputs
from harness.inputs.resizing import hangs_on, is_affordable
from harness.task.reference_run import NotApplicable, Refused, all_finite, derive_seed, is_floating

SHARES = (2, 4)  # of another size that one is laid over: heads that several others share
SIZES = (2, 3, 5)  # those that no other size is equal to; by chance it would be laid over that
MOST_ELEMENTS, MOST_TIMES = 1 << 14, 4
MOST_TRIALS = 48  # of the reference


def grown_ones(task):
    """All of them that the reference takes at once, those that may mean the same by the same number."""
    places = [(index, axis, size) for index, axis, size in shapes.tensor_places(task.inputs) if _may_grow(task.inputs[index], axis, size)]
    if not places:
        raise NotApplicable("no size is one or none")
    growth = _Growth(task)
    for together in _meanings(task, places):
        growth.add(together)
    if not growth.sizes:
        raise NotApplicable("the reference accepts no more than one, or reads no more")
    words = ", ".join(f"input {index} axis {axis}: {size}" for (index, axis), size in sorted(growth.sizes.items()))
    return checked_variant(task, growth.inputs, "sizes of one or none grown: " + words)


def _may_grow(value, axis, size):
    """Of one only what stands before a matrix, as a batch and heads do: who multiplies a vector is asked for one, and a mask or a scale of rows
    has it for the sake of its rank. Beside a batch of those, lists of numbers and of whole numbers are of the batch, too."""
    return size == 0 or size == 1 and (axis < value.dim() - 2 or axis == 0 and (value.dim() > 1 or not is_floating(value)))


def _meanings(task, places):
    """Places that may mean the same, the most first: axes of tensors of any rank, or of one. Weights may know what an axis of one is, but for
    the first."""
    ranks = [value.dim() if isinstance(value, torch.Tensor) else 0 for value in task.inputs]
    is_known = any(1 in value.shape for value in task.state_tensors())
    found = {}
    for index, axis, size in places:
        if size == 0 or axis == 0 or not is_known:
            found.setdefault((size, axis), []).append((index, axis))
            found.setdefault((size, axis, ranks[index]), []).append((index, axis))
    return sorted(dict.fromkeys(map(tuple, found.values())), key=len, reverse=True)


class _Growth:
    """What has grown so far: `sizes` {(input, axis): size} and the `inputs`."""

    def __init__(self, task):
        self.inputs, self.sizes = own_inputs(task), {}
        self._task, self._base = task, self.inputs
        self._patterns = [patterns.pattern_of(value) if isinstance(value, torch.Tensor) else None for value in task.inputs]
        self._elements = max(MOST_ELEMENTS, MOST_TIMES * _elements(self._base))
        self._answer = task.answer(self._base).values
        self._trials, self._ambiguous = itertools.count(1), set()
        self._order = random.Random(derive_seed(task.seed, "grown ones"))

    def add(self, places):
        """Grows these together, if the reference takes that and reads any of what they bring."""
        if any(place in self.sizes or place in self._ambiguous for place in places):
            return
        alone = {place for place in places if not self._is_laid_over(place)}
        for size in self._wanted(places):
            if next(self._trials) > MOST_TRIALS:
                return
            sizes = {**self.sizes, **dict.fromkeys(places, size)}
            inputs = self._grown(sizes)
            if inputs is None:
                continue
            if 0 < len(alone) < len(places) and self._grown({**self.sizes, **dict.fromkeys(alone, size)}) is not None:
                self._ambiguous.update(places)
            elif any(hangs_on(self._task, inputs, *place, self._base[place[0]].shape[place[1]]) for place in places):
                self.sizes, self.inputs = sizes, inputs
            return

    def _wanted(self, places):
        """Sizes to try: of what is empty or a batch new ones, of what is laid over another tensor the size of that."""
        index, axis = places[0]
        others = sorted({value.shape[axis] for value in self._base if isinstance(value, torch.Tensor) and value.shape[axis:axis + 1] > (1,)
                         and (not axis or value.dim() == self._base[index].dim())})
        if axis and self._base[index].shape[axis] == 1:
            others = [*(size for other in others for size in SHARES if 1 < other // size < other and other % size == 0), *others]
            return others if all(list(self._base[index].shape).count(1) == 1 for index, _ in places) else ()
        if self._base[index].shape[axis] == 1 and not any(
                self._base[index].dim() > 2 or not is_floating(self._base[index]) for index, _ in places):
            return ()
        own = [size for size in SIZES if size not in others]
        return self._order.sample(own, len(own))[:2]

    def _is_laid_over(self, place):
        """Whether it may be meant for the whole batch: a table or a bias, with more sizes of one, that looks like no answer."""
        value = self._base[place[0]]
        return place[1] == 0 and list(value.shape).count(1) > 1 and all(value.shape != answer.shape for answer in self._answer)

    def _grown(self, sizes):
        """None if the reference refuses, or answers with other ranks or not finitely."""
        inputs = shapes.resized(self._base, sizes, generator_of(self._task, "grown_ones"), self._patterns)
        if inputs is None or idle_inputs.are_among(self._task) or _elements(inputs) > self._elements or not is_affordable(self._task, inputs):
            return None
        try:
            values = self._task.answer(inputs).values
        except Refused:
            return None
        is_alike = [value.dim() for value in values] == [value.dim() for value in self._answer] and all(value.numel() for value in values)
        return inputs if is_alike and (all_finite(values) or not self._task.answers_finite()) else None


def _elements(inputs):
    return sum(value.numel() for value in inputs if isinstance(value, torch.Tensor))

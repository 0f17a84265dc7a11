# SPDX-License-Identifier: GPL-3.0-or-later
"""The task's own inputs with one size halved, doubled or made uneven and all others as they are: what divides, groups and powers of two
stay, so that a kernel which refuses other sizes often takes these. And sizes a little less than the own."""

import itertools
import random

import torch

from harness.inputs import accidents, extra_variant, segments, shapes
from harness.inputs.free_sizes import AXIS_BUDGET, BLOCK_BUDGET, FAR_OPERATORS, FEW, Sizes, is_light
from harness.inputs.input_structure import Structure
from harness.inputs.resizing import ByShapes, hangs_on
from harness.task import task_size
from harness.task.reference_run import NotApplicable, all_finite, derive_seed, is_floating

MAX_ELEMENTS, MAX_FLOPS = 1 << 18, 1e8
MAX_TRIALS = 24  # of the reference
MAX_DRAWS = 8    # of inputs of the same sizes
HALF, DOUBLE, QUARTER_LESS, HALF_MORE = 0.5, 2, 0.75, 1.5
LITTLE = 3
BLOCKS = [1 << bits for bits in range(3, 13)]
FACTORS = {"halved": (100.0, 10.0, 6.0), "rescaled": (1e-3,)}  # of values: the first that the reference takes
CHOICES = "scaled"  # in Task.memo: how each of them came out


def halved(task):
    return _variant(task, "halved")


def doubled(task):
    return _variant(task, "doubled")


def rescaled(task):
    """Other sizes than those of the two above, as many at once as the reference takes; which way, the seed says. How many heads share
    another, or experts a token has, may be written into a kernel."""
    return _variant(task, "rescaled")


def uneven(task):
    """One size of no power of two and no block alone, for who takes blocks of another one for granted."""
    return _variant(task, "uneven")


def near_own(task):
    """Sizes a little less than the task's own: what a kernel keeps for a block of the next power of two is the same, and what the own sizes are
    multiples of these are not. All at once, or the largest beside few of the others. Where sizes and numbers of their blocks belong together, the
    same number of blocks, the last ones short, or a quarter less of them, or half as many more."""
    found = _blocks_near(task) or _little_below(task)
    if found is None:
        raise NotApplicable("the reference accepts no sizes near its own that are still cheap, or they are odd")
    inputs, words = found
    return extra_variant.checked_variant(task, inputs, "near the own sizes: " + words)


def _little_below(task):
    """(inputs, words) of the free sizes, or None."""
    if task.resized_small() is None:
        return None
    sizes = Sizes(task, "near_own")
    less = {symbol: _little_less(sizes.now(symbol)) for symbol in sizes.tiny}
    changed = [symbol for symbol in sizes.by_size() if less[symbol] != sizes.now(symbol)]
    few = dict.fromkeys(sizes.tiny, max(FEW))
    alone = ({**others, symbol: less[symbol]} for symbol in changed for others in (few, sizes.tiny))
    for choice, budget in ((less, BLOCK_BUDGET), *((choice, AXIS_BUDGET) for choice in alone)):
        inputs = sizes.inputs(choice, budget) if changed else None
        if inputs is not None and is_light(task, inputs, FAR_OPERATORS):
            return inputs, sizes.words(choice)
    return None


def _blocks_near(task):
    """(inputs, words) where no size is free but together with others, as a number of blocks is; else None."""
    if not extra_variant.is_below(task, MAX_ELEMENTS, MAX_FLOPS):
        return None
    small = task.resized_small()
    resizer = small.resizer if small else ByShapes(task)
    found = resizer.apart(_little_less, "near_own") if isinstance(resizer, ByShapes) else None
    if found is not None:
        return found[1], ", ".join(f"{size} -> {other}" for size, other in found[0].items())
    scaling = _Scaling(task, resizer)
    scaled = scaling.together(times(QUARTER_LESS)) or scaling.together(times(HALF_MORE))
    if scaled is None and isinstance(resizer, ByShapes) and resizer.has_followers():
        scaled = scaling.first(times(HALF_MORE))
    if scaled is None:
        return None
    choice, originals, inputs = scaled
    return inputs, ", ".join(f"{originals[symbol]} -> {size}" for symbol, size in choice.items())


def _little_less(size):
    """An odd size that needs a block of the same power of two; the same where there is none."""
    return size - LITTLE if size % 2 == 0 and size - LITTLE > 1 << (size - 1).bit_length() - 1 else size


def _variant(task, name):
    found = _found(task).get(name)
    if found is None:
        raise NotApplicable("the reference accepts none of its own sizes halved, doubled or uneven that is still cheap")
    choice, originals, inputs = found
    words = "own sizes scaled: " + ", ".join(f"{originals[symbol]} -> {size}" for symbol, size in choice.items())
    return extra_variant.first_that_applies(task, [*_harsh(task, inputs, words, FACTORS.get(name, ())), (inputs, words)], may_reshape=True)


def _harsh(task, inputs, words, factors):
    """[(inputs, words)] with floating values times each factor, some lines negative; none where every one of them keeps a promise."""
    for factor in factors:
        harsh = [_times(original, value, factor) for value, original in zip(inputs, task.inputs)]
        if all_finite(harsh) and any(new is not value for new, value in zip(harsh, inputs)):
            yield harsh, f"{words}; floating values times {factor:g}, some lines negative"


def _times(original, value, factor):
    structure = Structure(original) if is_floating(value) and value.numel() > 1 else None
    return structure.with_negative_lines(value) * factor if structure and structure.is_free() else value


def _found(task):
    """{name: (choice, own sizes, inputs)} of those that the reference takes."""
    if CHOICES not in task.memo:
        task.memo[CHOICES] = _find(task) if extra_variant.is_below(task, MAX_ELEMENTS, MAX_FLOPS) else {}
    return task.memo[CHOICES]


def _find(task):
    small = task.resized_small()
    scaling = _Scaling(task, small.resizer if small else ByShapes(task))
    found = {"halved": scaling.first(times(HALF)), "doubled": scaling.first(times(DOUBLE))}
    taken = {symbol for one in found.values() if one for symbol in one[0]}
    found["uneven"] = scaling.first(shapes.larger_size)
    found["rescaled"] = scaling.many(random.Random(derive_seed(task.seed, "rescaled")), taken)
    return found


def times(factor):
    return lambda size: int(size * factor) if size * factor % 1 == 0 else size


class _Scaling:
    """Tries sizes on the reference, the largest first; what it refuses alone together with one that divides it."""

    def __init__(self, task, resizer):
        self._task, self._resizer, self._trials = task, resizer, 0
        self._own_ends = {}  # (input, axis) -> whether the answer hangs on its end, of the task's own
        self._ranks = [value.dim() for value in task.answer(task.inputs).values]
        self._symbols = sorted(resizer.originals, key=resizer.originals.get, reverse=True)

    def first(self, other_size, taken=()):
        """(choice, own sizes, inputs), or None. `other_size`: of a size; the same where there is none."""
        own = self._resizer.originals
        sizes = {symbol: other_size(own[symbol]) for symbol in self._symbols
                 if other_size(own[symbol]) != own[symbol] and not any(_overlap(symbol, other) for other in taken)}
        for symbol in sizes:
            parts = [other for other in sizes if own[symbol] % own[other] == 0 and not _overlap(symbol, other)]
            for choice in ([symbol], *([symbol, other] for other in parts)):
                choice = {one: sizes[one] for one in choice}
                inputs = self._inputs(choice)
                if inputs is not None:
                    return choice, own, inputs
        return None

    def together(self, other_size):
        """As first, of two sizes of which the reference takes neither alone."""
        own = self._resizer.originals
        sizes = {symbol: other_size(own[symbol]) for symbol in self._symbols if other_size(own[symbol]) != own[symbol]}
        bound = [symbol for symbol in sizes if self._inputs({symbol: sizes[symbol]}) is None]
        for symbol, other in itertools.combinations(bound, 2):
            inputs = self._inputs({symbol: sizes[symbol], other: sizes[other]}) if not _overlap(symbol, other) else None
            if inputs is not None:
                return {symbol: sizes[symbol], other: sizes[other]}, own, inputs
        return None

    def many(self, drawn, taken):
        """As first, of as many sizes as the reference takes together, each halved or doubled; one that divides another the other way, or not at all.
        None is halved beside whole numbers: they may say how much there is."""
        own = self._resizer.originals
        factors = (DOUBLE,) if any(map(segments.is_whole, self._task.inputs)) else (HALF, DOUBLE)
        free = [symbol for symbol in self._symbols if not any(_overlap(symbol, other) for other in taken)]
        found, choice = None, {}
        for symbol in reversed(free):  # the small ones first, which nothing else changes
            if any(_overlap(symbol, other) for other in choice):
                continue
            size = own[symbol]
            beside = {choice[other] / own[other] for other in choice if size % own[other] == 0 or own[other] % size == 0}
            for factor in (factor for factor in drawn.sample(factors, len(factors)) if factor not in beside):
                size = times(factor)(own[symbol])
                inputs = self._inputs({**choice, symbol: size}) if size != own[symbol] else None
                if inputs is not None and self._reads_what_it_did(inputs):
                    choice = {**choice, symbol: size}
                    found = choice, own, inputs
                    break
        return found

    def _inputs(self, choice):
        """None if the reference refuses, or answers with other ranks or not finitely."""
        self._trials += 1
        if self._trials > MAX_TRIALS:
            return None
        inputs = self._drawn(choice)
        if inputs is None:
            return None
        values = self._task.answer(inputs).values
        is_alike = [value.dim() for value in values] == self._ranks and all(value.numel() for value in values)
        if not is_alike or self._task.answers_finite() and not all_finite(values):
            return None
        return inputs if self._takes_all_blocks(choice, inputs) else None

    def _drawn(self, choice):
        """None if the reference refuses, or places of which none comes twice have no room."""
        for number in range(MAX_DRAWS):
            inputs = self._resizer.inputs(choice, _fits, f"scaled {number}" if number else "scaled")
            if inputs is None or accidents.stay_apart(self._task, inputs):
                return inputs
        return None

    def _takes_all_blocks(self, choice, inputs):
        """False where one thing for each block of a size (a scale for 128 rows) stays while the size is halved: the reference leaves the
        rest of them aside, and a kernel that counts blocks itself finds them elsewhere."""
        sizes = [self._resizer.originals[symbol] for symbol in choice]
        own = self._task.inputs
        for index, value in enumerate(inputs):
            for axis, count in enumerate(own[index].shape) if isinstance(value, torch.Tensor) else ():
                if any(_counts_blocks(count, size) for size in sizes) \
                        and self._own_hangs_on_end(index, axis) and not self._hangs_on_end(inputs, index, axis):
                    return False
        return True

    def _reads_what_it_did(self, inputs):
        """False where the answer hangs on the end of an axis, and no more where it is longer: a reference that takes as many as another
        input has leaves the rest aside."""
        return all(not self._own_hangs_on_end(index, axis) or self._hangs_on_end(inputs, index, axis)
                   for index, axis, size in shapes.tensor_places(self._task.inputs) if inputs[index].shape[axis] > size)

    def _own_hangs_on_end(self, index, axis):
        if (index, axis) not in self._own_ends:
            self._own_ends[index, axis] = self._hangs_on_end(self._task.inputs, index, axis)
        return self._own_ends[index, axis]

    def _hangs_on_end(self, inputs, index, axis):
        return hangs_on(self._task, inputs, index, axis, inputs[index].shape[axis] - 1)


def _counts_blocks(count, size):
    return count > 1 and any(count == -(-size // block) for block in BLOCKS)


def _fits(new):
    return sum(map(task_size.numel, new)) <= 2 * MAX_ELEMENTS


def _overlap(one, other):
    """Symbols by shapes are tuples of places."""
    return one == other or isinstance(one, tuple) and bool(set(one) & set(other))

# SPDX-License-Identifier: GPL-3.0-or-later
"""Sizes beyond all blocks, tiles and programs that run at once."""

import random

import torch

from harness.inputs import accidents, range_variants, segments, thin_lines
from harness.inputs.long_ends import with_high_ends, with_last_indices
from harness.inputs.extra_variant import first_that_applies
from harness.inputs.free_sizes import FAR_OPERATORS, FEW, PAST, Sizes, is_light, steps_at, steps_at_two, times_in_shape
from harness.inputs.input_structure import Structure
from harness.inputs.reaching_ends import reaching_end
from harness.task.reference_run import NotApplicable, derive_seed, is_floating
from harness.task.task_size import numel, shapes_of

FAR_ELEMENTS = 140_000  # of one size: more than 132 programs of a block of 1024 take, and many of the largest blocks
FAR_WITHOUT_VALUES = (1 << 17, 1 << 21)  # of sizes that are looked at without values
MOST_WITHOUT_VALUES = 1 << 26  # elements of a square or a cube of them
# Of two sizes at once: more than one tile of 128 along both, and more than a group of eight tiles of 64 along both or of 128 along one.
# One of the first two first, each pair in any order.
WIDE = ((1101, 1101), (557, 557), (1101, 141), (557, 141), (293, 141), (141, 77))  # the first: eight tiles of 128 and more along both


def far_sizes(task):
    """The largest free size so long that a kernel goes around its loop several times and has more programs than a GPU runs at once, for
    kernels that are the same for all sizes."""
    sizes = Sizes(task, "far_sizes")
    symbol = sizes.by_size()[0]
    drawn = random.Random(derive_seed(task.seed, "far sizes"))
    few = {other: min(drawn.choice(FEW), sizes.tiny[other]) for other in sizes.tiny}
    for others in (few, sizes.tiny):
        steps = steps_at(sizes, others, symbol)
        row = max(sum(numel(shape) for shape in shapes_of(sizes.inputs({**others, symbol: 1}) or [])), 1)
        times = times_in_shape(sizes, symbol)
        for elements in (FAR_ELEMENTS, FAR_ELEMENTS // 4, FAR_ELEMENTS // 16):
            choice = {**others, symbol: int((elements // row) ** (1 / times)) | 1}
            if choice[symbol] <= 2 * sizes.original(symbol) or steps(choice[symbol]) > FAR_OPERATORS:
                continue
            inputs = sizes.inputs(choice, FAR_ELEMENTS * 2)
            if inputs is None or not is_light(task, inputs):
                continue
            words = "one size beyond all blocks and all programs that run at once: " + sizes.words(choice)
            ends = with_high_ends(inputs, task.inputs)
            last = with_last_indices(ends, task, sizes.original(symbol), choice[symbol])
            uneven = range_variants.with_uneven_numbers(task, last)  # more of one number than 16 bits count
            choices = [(uneven, words + ", most of the whole numbers the same")] if uneven is not None else []
            return first_that_applies(task, [*_in_stretches(task, uneven or last, words), *choices, (last, words), (ends, words), (inputs, words)])
    raise NotApplicable("the reference accepts no size that is so much larger and still cheap")


def blank_far_inputs(task, number):
    """Arguments of forward without memory, one size of them far beyond all that has values: the largest one so long that a row of it has more
    than a hundred blocks of 1024 (`number` 0), or the second one, or the only one, with so many rows that no grid is capped there (1). The others are
    few. None where such a size may not change, or means steps one after another."""
    sizes = Sizes(task, "far launches")
    symbols = sizes.by_size()
    symbol = symbols[min(number, len(symbols) - 1)]
    size = min(FAR_WITHOUT_VALUES[number], int(MOST_WITHOUT_VALUES ** (1 / times_in_shape(sizes, symbol)))) + PAST
    steps = steps_at(sizes, sizes.tiny, symbol)
    if size <= sizes.original(symbol) or steps(size) > FAR_OPERATORS:
        return None
    return sizes.blank({**sizes.tiny, symbol: size})


def _in_stretches(task, inputs, words):
    """[(inputs, words)] with a quarter of each long line of one sign, the next one of the other, and one of zeros if the reference takes that:
    what a kernel carries from block to block comes from far. Of masks likewise."""
    choices = []
    for has_zeros, more in ((True, ", long stretches of one sign or zero"), (False, ", long stretches of one sign")):
        moved = [thin_lines.stretched(value, *_ways_of(task, index, has_zeros)) if any(_ways_of(task, index, has_zeros)) else value
                 for index, value in enumerate(inputs)]
        if any(new is not value for new, value in zip(moved, inputs)):
            choices.append((moved, words + more))
    return choices


def _ways_of(task, index, has_zeros):
    """(whether an input may be of either sign, or true or false, or one number, whether it may be zero)"""
    original = task.inputs[index]
    if segments.is_whole(original):
        return Structure(original).pattern is None and accidents.may_repeat(task, index) and index not in segments.kept_together(task.inputs) \
            and not segments.says_how_much(task.inputs, index), False
    if not isinstance(original, torch.Tensor) or original.numel() < 2 or original.is_complex() or not (is_floating(original) or original.dtype == torch.bool):
        return False, False
    structure = Structure(original)
    if original.dtype == torch.bool:
        return structure.pattern is None, False
    if not structure.is_free():
        return False, False
    both = bool((original < 0).any()) and bool((original > 0).any())
    return both, has_zeros and (both or structure.has_zeros)


def wide_sizes(task):
    """The two largest free sizes of the answer both beyond several tiles: kernels that go through tiles in groups, or count them along two axes, have one row
    of tiles wherever one size alone is large."""
    sizes = Sizes(task, "wide_sizes")
    symbols = sorted(sizes.by_size(), key=sizes.is_answered, reverse=True)[:2]
    if len(symbols) < 2:
        raise NotApplicable("no two sizes may change")
    drawn = random.Random(derive_seed(task.seed, "wide sizes"))
    pairs = [WIDE[0], *drawn.sample(WIDE[1:3], 2), *WIDE[3:]]
    few = {other: min(drawn.choice(FEW), sizes.tiny[other]) for other in sizes.tiny}
    for others in (few, sizes.tiny):
        operators = steps_at_two(sizes, others, symbols)
        for pair in pairs:
            pair = [size + 2 * drawn.choice((0, 1, 5, 11)) for size in drawn.sample(pair, 2)]
            if all(sizes.now(symbol) >= wide for symbol, wide in zip(symbols, pair)):
                raise NotApplicable("those of the task are as large")
            choice = {**others, **dict(zip(symbols, pair))}
            inputs = sizes.inputs(choice, FAR_ELEMENTS * 2) if operators(*pair) <= FAR_OPERATORS else None
            if inputs is None or not is_light(task, inputs):
                continue
            words = "two sizes beyond several tiles: " + sizes.words(choice)
            ends = with_high_ends(inputs, task.inputs)
            reaching = ends
            for symbol, wide in zip(symbols, pair):
                reaching = (reaching_end(task, reaching, sizes.now(symbol), wide) or [reaching])[0]
            return first_that_applies(task, [(reaching, words), (ends, words), (inputs, words)])
    raise NotApplicable("the reference accepts no two sizes that are so large and still cheap")

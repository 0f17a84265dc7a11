# SPDX-License-Identifier: GPL-3.0-or-later
"""Sizes beyond the numbers that a reference or a candidate's text names, and whole blocks of such a number."""

import functools
import math
import random

import torch

from harness.inputs import mixed_values, value_variants
from harness.inputs.long_ends import with_high_ends
from harness.inputs.extra_variant import first_that_applies
from harness.inputs.free_sizes import AXIS_BUDGET, BLOCK_BUDGET, FAR_OPERATORS, FEW, PAST, Sizes, is_light, steps_at
from harness.inputs.input_structure import may_hold_any
from harness.inputs.large_variants import EXPONENTIALS
from harness.inputs.reaching_ends import reaching_end, to_the_end
from harness.task.reference_run import NotApplicable, derive_seed

PRODUCT_BUDGET = 9 << 17  # elements beyond a product of two numbers of the candidate's text: 1024 programs of blocks of 1024, and some
FARTHEST_TRIED = 8
FEWEST_OF_LITTLE_WEIGHT = 1 << 14  # of one size, that PAST numbers beyond do not show among
UNEVEN = (3, 5)  # of them
MOST_FLOPS = 3e7
ONE_OVER = 1024  # the largest block, and so all that are less
FEW_ODD, ODD_TRIALS = (3, 5, 7), 3  # beside a size one more than that
UNEVEN_HALVES = (20, 70)  # of the sizes beside whole blocks
MANY_ROWS, SOME_ROWS = (141, 153, 167), 37  # more than a GPU has processors, and more than a block has
PAST_BUDGET = 1 << 19  # elements of inputs with a size beyond two blocks
APART_BLOCKS = (128, 64, 32, 16)  # of which sizes are different numbers, all at once


def beyond(task, numbers):
    """[(inputs, words)] with one size just beyond one of the numbers, or beyond twice as much, that the reference takes."""
    try:
        sizes = Sizes(task, "limits")
    except NotApplicable:
        return
    for number in sorted(numbers):
        for symbol in sizes.by_size():
            for size in (int(number) + PAST, 2 * int(number) + PAST):
                choice = {**sizes.tiny, symbol: size}
                inputs = sizes.inputs(choice, AXIS_BUDGET) if size > sizes.tiny[symbol] else None
                if inputs is not None:
                    yield inputs, sizes.words(choice)


def named(number):
    """Makes named_0, named_1: the free size of that rank, largest first, beyond one of the numbers that the candidate's text names (`task.named`),
    the seed says which; the others 1 or 2, or as in "tiny"."""
    def make(task):
        drawn = random.Random(derive_seed(task.seed, f"named {number}"))
        return _beyond_first(task, number, drawn.sample(task.named, len(task.named)), AXIS_BUDGET, max(_farthest(task), default=0))
    return make


def named_farthest(number):
    """Makes named_2, named_3: likewise beyond the largest of those numbers and of the products of two numbers of the text (`task.products`): blocks
    of a thousand in a grid of no more than a thousand programs. Unless `named` was there."""
    def make(task):
        return _beyond_first(task, number, [size for size in _farthest(task) if size > _reached(task).get(number, 0)], PRODUCT_BUDGET)
    return make


def _farthest(task):
    return sorted({*task.named, *task.products}, reverse=True)[:FARTHEST_TRIED]


def _reached(task):
    """{rank of a size: the farthest number of the candidate's text that it has gone beyond}"""
    return task.memo.setdefault("named sizes", {})


def one_over(task):
    """The largest free size one more than whole blocks, whatever a block is, where the elements of a tensor are so many, too: the others one,
    or, where the reference has another way for that, few, and that one such that the product is."""
    sizes = Sizes(task, "one_over")
    symbols = sizes.by_size()
    symbol, *rest = symbols
    drawn = random.Random(derive_seed(task.seed, "one over"))
    for others in (dict.fromkeys(rest, 1), *({other: drawn.choice(FEW_ODD) for other in rest} for _ in range(ODD_TRIALS))):
        beside = math.prod(others.values())
        size = pow(beside, -1, ONE_OVER) + ONE_OVER * (2 if beside == 1 and drawn.random() < 0.5 else 1 if beside < FEW_ODD[-1] else 0)
        choice = {**others, symbol: size}
        if steps_at(sizes, others, symbol)(size) > FAR_OPERATORS:
            continue
        inputs = sizes.inputs(choice, BLOCK_BUDGET)
        if inputs is None or not is_light(task, inputs):
            continue
        words = "one more than whole blocks: " + sizes.words(choice)
        try:
            return first_that_applies(task, to_the_end(task, inputs, sizes.now(symbol), size, words)[1])
        except NotApplicable:
            pass
    raise NotApplicable("the reference takes no size one more than whole blocks, or that costs too much")


def _beyond_first(task, number, wanted, budget, tied_below=0):
    """The variant with the size of that rank beyond the first of the wanted ones that the reference takes cheaply. Beyond one less than
    `tied_below` several equal values, in several blocks, are the answer, of which the reference says which."""
    if not wanted:
        raise NotApplicable("the candidate names no size beyond those of the other inputs")
    sizes = Sizes(task, f"named_{number}")
    symbols, symbol = sizes.by_size(), sizes.of_rank(number)
    drawn = random.Random(derive_seed(task.seed, f"beside named {number}"))
    ways = {other: min(drawn.choice(FEW), sizes.tiny[other]) for other in symbols}, dict.fromkeys(symbols, 1), sizes.tiny
    steps = functools.cache(lambda way: steps_at(sizes, ways[way], symbol))
    for size in wanted:
        for way, others in enumerate(ways):
            is_cheap = steps(way)(size + PAST) <= FAR_OPERATORS
            found = _beyond_named(task, sizes, {**others, symbol: size + PAST}, symbol, budget, size < tied_below) if is_cheap else None
            if found is not None:
                _reached(task)[number] = max(size, _reached(task).get(number, 0))
                return found
    raise NotApplicable("the reference takes no size beyond those that the candidate names, or that costs too much")


def _beyond_named(task, sizes, choice, symbol, budget, has_ties):
    """The variant of one such choice; None where it is none."""
    inputs = sizes.inputs(choice, budget)
    if inputs is None or not is_light(task, inputs):
        return None
    words = "one size beyond a number of the candidate's text: " + sizes.words(choice)
    tied = value_variants.with_ties(task, inputs, words) if has_ties else None
    if tied is not None:
        return tied
    choices = to_the_end(task, inputs, sizes.now(symbol), choice[symbol], words)[1]
    heavy = _with_heavy_end(task, choices[0][0], choice[symbol])
    if heavy is not None:
        choices.insert(0, (heavy, words + ", what lies beyond weighs as much as all before"))
    try:
        return first_that_applies(task, choices)
    except NotApplicable:
        return None


def _with_heavy_end(task, inputs, size):
    """`inputs` of which the last few along that size have the norm of all before them: of a sum of very many numbers they would be nothing. None
    where the size is less, an exponential of them would be all there is, or no input may have such numbers."""
    if size < FEWEST_OF_LITTLE_WEIGHT or task.trace().names & EXPONENTIALS:
        return None
    found = []
    for value, original in zip(inputs, task.inputs):
        axes = [axis for axis, length in enumerate(value.shape) if length == size] if may_hold_any(value, original) else []
        if axes:
            value = value.clone(memory_format=torch.contiguous_format)
            value.narrow(axes[-1], size - PAST, PAST).mul_(math.sqrt(size / PAST))
        found.append(value)
    return None if all(new is old for new, old in zip(found, inputs)) else found


def whole_blocks(block):
    """Makes whole_128, whole_256, ...: the largest free size as an uneven number of whole such blocks, the others 1, or as in "tiny": who asks
    whether blocks are whole may take several at once, and lose the last. For kernels with such a block."""
    def make(task):
        name = f"whole_{block}"
        sizes = Sizes(task, name)
        symbol = sizes.by_size()[0]
        times = random.Random(derive_seed(task.seed, name)).sample(UNEVEN, len(UNEVEN))
        for others in (dict.fromkeys(sizes.tiny, 1), sizes.tiny):
            steps = steps_at(sizes, others, symbol)
            for size in (block * count for count in times):
                if size in (sizes.original(symbol), sizes.now(symbol)) or steps(size) > FAR_OPERATORS:
                    continue
                choice = {**others, symbol: size}
                inputs = sizes.inputs(choice, BLOCK_BUDGET)
                if inputs is not None:
                    words = f"whole blocks of {block}, and no even number of them: " + sizes.words(choice)
                    ends = with_high_ends(inputs, task.inputs)
                    return first_that_applies(task, [(ends, words), (inputs, words)])
        raise NotApplicable(f"the reference accepts no uneven number of blocks of {block} that is still cheap")
    return make


def whole_axis(number):
    """Makes whole_axis_0, whole_axis_1: the free size of that rank a whole number of blocks, the others uneven: who asks for whole rows may have
    forgotten the columns."""
    def make(task):
        name = f"whole_axis_{number}"
        sizes = Sizes(task, name)
        symbol = sizes.of_rank(number)
        drawn = random.Random(derive_seed(task.seed, name))
        if len(sizes.tiny) < 2:
            raise NotApplicable("no two sizes may change")
        for block in APART_BLOCKS:
            uneven = {other: 2 * drawn.randint(*UNEVEN_HALVES) + 1 for other in sizes.tiny}
            for others in (uneven, {other: size | 1 for other, size in sizes.tiny.items()}):
                choice = {**others, symbol: block * drawn.randint(1, 3)}
                inputs = sizes.inputs(choice, AXIS_BUDGET) if steps_at(sizes, others, symbol)(choice[symbol]) <= FAR_OPERATORS else None
                if inputs is not None and is_light(task, inputs, FAR_OPERATORS, MOST_FLOPS):
                    return first_that_applies(task, [(inputs, f"one size whole blocks of {block}, the others uneven: {sizes.words(choice)}")])
        raise NotApplicable("the reference accepts no whole blocks beside uneven sizes that are still cheap")
    return make


def past_blocks(block):
    """Makes past_512, past_1024, ...: the largest free size beyond such a block, beside more of the second one than a GPU has processors, or beyond
    two beside several blocks of these, with rows of every kind: what is carried from one block to the next, or from one row to the next. For kernels with such a block."""
    def make(task):
        sizes = Sizes(task, f"past_{block}")
        symbol, *rest = sizes.by_size()
        drawn = random.Random(derive_seed(task.seed, f"past {block}"))
        more = drawn.randint(1, block // 4)
        many = [({**sizes.tiny, rest[0]: count}, times * block + more) for count, times in ((drawn.choice(MANY_ROWS), 1), (SOME_ROWS, 2))] if rest else []
        return _past(task, sizes, symbol, block, [*many, (sizes.tiny, 2 * block + more), (dict.fromkeys(sizes.tiny, 1), 2 * block + more)])
    return make


def beside_blocks(block, number):
    """Makes beside_1024, ..., behind_1024, ...: likewise another free size than the largest."""
    def make(task):
        sizes = Sizes(task, f"beside_{block}_{number}")
        symbol = sizes.of_rank(number)
        size = 2 * block + random.Random(derive_seed(task.seed, f"beside {block} {number}")).randint(1, block - 1)
        return _past(task, sizes, symbol, block, [(sizes.tiny, size), (dict.fromkeys(sizes.tiny, 1), size)])
    return make


def _past(task, sizes, symbol, block, choices):
    """The variant with that size beyond whole blocks, as the first of the choices [(others, size)] that the reference takes at a price."""
    for others, size in choices:
        choice = {**others, symbol: size}
        if steps_at(sizes, others, symbol)(size) > FAR_OPERATORS:
            continue
        inputs = sizes.inputs(choice, PAST_BUDGET)
        if inputs is None or not is_light(task, inputs, FAR_OPERATORS, MOST_FLOPS):
            continue
        words = f"a size beyond blocks of {block}: {sizes.words(choice)}"
        reaching = (reaching_end(task, inputs, sizes.now(symbol), size) or [inputs])[0]
        harsh = [(trial, f"{words}; {kinds}") for trial, kinds in mixed_values.rows_of_kinds(task, reaching, f"past {block}")]
        return first_that_applies(task, [*harsh, (reaching, words), (inputs, words)], 3)
    raise NotApplicable("the reference takes no size beyond such blocks, or that costs too much")


def whole_apart(task):
    """All free sizes whole blocks, and each another number of them: who has a way for tiles that are whole along every axis may take one size for
    another there."""
    return _whole_apart(task, lambda counts: counts)


def whole_apart_again(task):
    """The same with the largest of them the least, and so on."""
    return _whole_apart(task, lambda counts: [len(counts) + 1 - count for count in counts])


def _whole_apart(task, order):
    sizes = Sizes(task, "whole_apart")
    symbols = sizes.by_size()
    if len(symbols) < 2:
        raise NotApplicable("no two sizes may change")
    counts = order(random.Random(derive_seed(task.seed, "whole apart")).sample(range(1, len(symbols) + 1), len(symbols)))
    for block in APART_BLOCKS:
        choice = {symbol: block * count for symbol, count in zip(symbols, counts)}
        inputs = sizes.inputs(choice, AXIS_BUDGET)
        if inputs is not None and is_light(task, inputs, FAR_OPERATORS, MOST_FLOPS):
            words = f"whole blocks of {block} along all axes, of each another number: " + sizes.words(choice)
            return first_that_applies(task, [(inputs, words)])
    raise NotApplicable("the reference accepts no whole blocks along all axes that are still cheap")

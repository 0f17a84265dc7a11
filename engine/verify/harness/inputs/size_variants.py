# SPDX-License-Identifier: GPL-3.0-or-later
"""Inputs of other sizes: uneven ones, one of them large, of one, all the same, and those that are equal by chance."""

import copy
import random

import torch

from harness.inputs import far_apart, large_variants, long_ends, mixed_values, shapes, value_variants
from harness.inputs.below_zero import all_below_zero, at_the_end
from harness.inputs.extra_variant import base_inputs, checked_variant, first_that_applies, looks_for_both
from harness.inputs.free_sizes import AXIS_BUDGET, BLOCK_BUDGET, FAR_OPERATORS, FEW, Sizes, is_light, steps_at, with_rows
from harness.inputs.input_structure import Structure
from harness.inputs.reaching_ends import to_the_end
from harness.inputs.resizing import ByShapes
from harness.task.reference_run import NotApplicable, derive_seed, is_floating, run_native
from harness.task.task_size import numel, shapes_of

# What kernels take at once: rows or columns of a tile, and elements of a flat tensor. A grid that
# fits into one program does not tell which axis a program counts, or how far apart programs are.
TILE, LARGE_TILE, FLAT_BLOCK = 32, 64, 1024
# All other sizes are odd, or a third of theirs is a power of two; these are even, and the seed says whether four divides them.
SHIFTS = (-1, 1, 3, 5)
MULTIPLES = (16, 32, 64)  # or they are such a multiple and none of twice as many, which is what a tile may be
LONG_BLOCKS = (1024, 2048, 4096)  # beyond which kernels that are made for each size are tried: a block may be capped at one
MANY = (1100, 2112)  # programs: more than a block of 1024, and than eight for each processor of a GPU, or sixteen
MIXED_ROWS = 12  # or more, of which each is of one kind
FEWER = 600  # where those are too many, but still more than a GPU has at once
SAME, LONGEST_SAME = (20, 12, 6, 4), 512
ALL_WHOLE = (128, 64, 32)  # tiles along every axis at once, for which many kernels have a way of their own
_OF_MODES = frozenset("native_batch_norm _native_batch_norm_legit cudnn_batch_norm native_dropout".split())
MOST_APART = 60  # trials of the reference
RANDOM_TRIALS, RANDOM_BLOCKS, RANDOM_SIZES = 6, (64, 128, 256, 1024, 2048), ((2, 9), (10, 40), (41, 140))
RANDOM_FEW = (2, 3)  # a row of one element, which is its own mean, is `unit_dims`' matter
SOME = ((9, 16), (17, 32), (33, 48))  # those between "tiny" and odd_dims: blocks of 16, 32 and 64


def _odd_choice(task):
    """(choice, inputs) of odd_dims, found once a task."""
    if "odd" not in task.memo:
        task.memo["odd"] = _find_odd(Sizes(task, "odd_dims"))
    return task.memo["odd"]


def odd_inputs(task):
    """Those of odd_dims."""
    inputs = _odd_choice(task)[1]
    if inputs is None:
        raise NotApplicable("the reference accepts no odd sizes of few elements")
    return inputs


def _find_odd(sizes):
    symbols = sizes.by_size()
    tile = TILE if len(symbols) > 1 else LARGE_TILE
    wanted = {symbol: shapes.past_sizes(sizes.original(symbol), rank, tile)
              + shapes.odd_sizes(sizes.original(symbol), rank)
              + [size for size in shapes.past_sizes(sizes.tiny[symbol], rank, tile) if size < sizes.original(symbol)]  # it may refuse fewer
              for rank, symbol in enumerate(symbols)}
    return _beyond_a_block(sizes, *sizes.settle(wanted))


def _beyond_a_block(sizes, choice, inputs):
    """The choice with its largest size raised, until one input has more than FLAT_BLOCK elements."""
    most = max((numel(shape) for shape in shapes_of(inputs or [])), default=0)
    if not 0 < most <= FLAT_BLOCK:
        return choice, inputs
    symbol = max(choice, key=choice.get)
    more = {**choice, symbol: (FLAT_BLOCK * choice[symbol] // most + 1) | 1}
    found = sizes.inputs(more)
    return (choice, inputs) if found is None else (more, found)


def odd_dims(task):
    sizes = Sizes(task, "odd_dims")
    choice, inputs = _odd_choice(task)[0], odd_inputs(task)
    inputs = [Structure(original).with_lines_of_one_sign(value) if is_floating(value) else value
              for value, original in zip(inputs, task.inputs)]
    model = in_eval_mode(task)
    for trial in (large_variants.rows_far_from_zero(task, inputs), inputs) if model is not None else ():
        try:
            if trial is not None:
                return checked_variant(task, trial, "eval mode, uneven sizes: " + sizes.words(choice), model=model, train_mode=False)
        except NotApplicable:
            pass
    return checked_variant(task, inputs, "uneven sizes: " + sizes.words(choice))


def in_eval_mode(task):
    """A model in `eval()`, if that is another way: `eval_mode` has the task's own sizes alone, and larger_dims has odd ones in train mode. Else None."""
    if not isinstance(task.model, torch.nn.Module) or not task.train_mode \
            or not (task.trace().names & _OF_MODES or "training" in task.source):
        return None
    model = copy.deepcopy(task.model)
    model.train(False)
    return model


def axis(number, again=False):
    """Makes axis_0, axis_1, ...: the free size of that rank, largest first. `again`: those of the kinds that the other one has not."""
    def make(task):
        sizes = Sizes(task, f"axis_{number}")
        symbols, symbol = sizes.by_size(), sizes.of_rank(number)
        # A row is often a program of the kernel: few of the others keep it cheap.
        drawn = random.Random(derive_seed(task.seed, f"shift {number}"))
        few = {other: min(drawn.sample(FEW, 2)[again], sizes.tiny[other]) for other in symbols}
        if number == 0:  # what is wrong behind a long block may show with several of the others alone
            few = {other: min(FEW[again], sizes.tiny[other]) for other in symbols}
        shift = drawn.choice(drawn.sample((SHIFTS, MULTIPLES), 2)[again])
        own = shapes.past_sizes(sizes.original(symbol), number)
        some = [_some_beside(task, symbols, few)] if number == 1 and not again else []
        room = {other: sizes.original(other) for other in symbols}  # for what another size has room for: the parts that posts divide an axis into
        for others in (*some, few, sizes.tiny, room):
            # Of another size than the largest there may be a program for each.
            blocks = [LARGE_TILE] if not again else [*_blocks(task, sizes, others, symbol, MANY), FEWER] if number \
                else _blocks(task, sizes, others, symbol, LONG_BLOCKS) or [LARGE_TILE]
            beyond = list(dict.fromkeys(size for block in blocks for size in sizes.beyond(symbol, number, block)))
            beyond.sort(key=lambda size: size <= min(blocks))  # those within all blocks last, else as they are
            for size, past in [*((_shifted(size, shift), size) for size in beyond if size > max(SHIFTS)), *zip(beyond, beyond)]:
                choice = {**others, symbol: size}
                if size % 2 and _covered(choice, _odd_choice(task)[0]):
                    raise NotApplicable("odd_dims has the same sizes, or the only one larger")
                is_block = past not in own and size > sizes.original(symbol)
                inputs = sizes.inputs(choice, BLOCK_BUDGET if is_block else AXIS_BUDGET)
                if inputs is not None:
                    words = "one size beyond the next power of two, the others small: " + sizes.words(choice)
                    reaching, choices = to_the_end(task, inputs, sizes.now(symbol), size, words)
                    if again and number == 0:
                        tied = value_variants.with_ties(task, reaching[0] if reaching else inputs, words + ", all of it below zero", is_below=True)
                        if tied is not None:
                            return tied
                        choices = [*all_below_zero(task, choices[:-1], words), *choices]
                        late = long_ends.with_late_masks(task, choices[0][0])
                        if late is not None:
                            choices.insert(0, (late, choices[0][1] + ", masks that let nothing of its first half through"))
                    elif number == 0 and looks_for_both(task):
                        choices = [*at_the_end(task, choices[0][0], words, other=True), *choices]
                    if number == 0:
                        choices = [*_uneven_along(task, (inputs, words) if again else choices[0], again), *choices]
                    stretched = long_ends.with_stretched_masks(task, choices[0][0]) if number == 0 and "masks" not in choices[0][1] else None
                    if stretched is not None:
                        choices.insert(0, (stretched, choices[0][1] + ", masks in long stretches"))
                    return first_that_applies(task, choices)
        raise NotApplicable(f"the reference accepts no larger {sizes.original(symbol)} that is "
                            "still cheap")
    return make


def _uneven_along(task, choice, again):
    """[(inputs, words)] of what lies unevenly along a long size: shares that hardly decay, or a beginning far above all else."""
    inputs, words = choice
    if again:
        found, what = long_ends.with_shares_near_one(inputs, task.inputs), "shares near one"
    else:
        has_exponents = bool(task.trace().names & large_variants.EXPONENTIALS)
        found, what = long_ends.with_high_starts(inputs, task.inputs) if has_exponents else None, "its beginning far above the rest"
    return [] if found is None else [(found, f"{words}, {what}")]


def longest(task):
    """axis_0, made once a task: other variants have its sizes."""
    if "axis_0" not in task.memo:
        task.memo["axis_0"] = axis(0)(task)
    return task.memo["axis_0"]


def longest_mixed(task):
    """Rows of every kind at the sizes of axis_0, with as many rows: who goes over a row in several steps has one of them at the task's own sizes."""
    base = longest(task)
    inputs = with_rows(task, base.inputs, MIXED_ROWS, AXIS_BUDGET)
    choices = mixed_values.at_sizes(task, inputs, "axis_0_mixed")
    if not choices:
        raise NotApplicable("no input is free to be harsh")
    return first_that_applies(task, [(trial, f"{base.detail}; {words}") for trial, words in choices], 3)


def _some_beside(task, symbols, few):
    """Sizes beside one that is enlarged: the largest some more than a few, as kernels have ways of their own for."""
    drawn = random.Random(derive_seed(task.seed, "some"))
    return {**few, symbols[0]: drawn.randint(*drawn.choice(SOME))}


def _blocks(task, sizes, others, symbol, longest):
    """What a size goes beyond: one of the longest, or a shorter one where inputs of that are too large, but none that means as many steps
    one after another."""
    block = random.Random(derive_seed(task.seed, "long block")).choice(longest)
    steps = steps_at(sizes, others, symbol)
    return [shorter for shorter in reversed(longest) if shorter <= block and steps(shorter) <= FAR_OPERATORS]


def sizes_at_random(task, drawn, name):
    """(inputs, words): one free size long and the others few, or all of them as `drawn` says, if the reference takes that cheaply; else those of
    odd_dims or of "tiny"."""
    try:
        sizes = Sizes(task, name)
    except NotApplicable:
        return base_inputs(task), "several things at once"
    symbols = sizes.by_size()
    for trial in range(RANDOM_TRIALS):
        if len(symbols) == 1 or drawn.random() < 0.5:
            symbol, block = drawn.choice(symbols), drawn.choice(RANDOM_BLOCKS)
            others = {other: min(drawn.choice(RANDOM_FEW), sizes.tiny[other]) for other in symbols} if trial % 2 == 0 else sizes.tiny
            choice = {**others, symbol: block + drawn.randint(1, block)}
            if block > LARGE_TILE and steps_at(sizes, others, symbol)(choice[symbol]) > FAR_OPERATORS:
                continue
        else:
            choice = {symbol: drawn.randint(*drawn.choice(RANDOM_SIZES)) for symbol in symbols}
        inputs = sizes.inputs(choice, BLOCK_BUDGET)
        if inputs is not None:
            return inputs, "several things at once: " + sizes.words(choice)
    odd = _odd_choice(task)[1]
    return base_inputs(task) if odd is None else odd, "several things at once"


def _shifted(size, shift):
    if shift in MULTIPLES:
        return size // (2 * shift) * (2 * shift) + shift if size > 4 * shift else size + max(SHIFTS)
    return size + shift


def _covered(choice, odd):
    return choice == odd or len(choice) == 1 and max(choice.values()) <= max(odd.values())


def apart(task):
    """Sizes that are equal by chance, or by one name or formula, where the reference lets them differ: two numbers that happen to be the same
    promise nothing, a named constant that stands at two places may."""
    small = task.resized_small()
    if small is None:
        raise NotApplicable("no sizes that the reference lets change")
    base_inputs(task)
    resizer = small.resizer if isinstance(small.resizer, ByShapes) else ByShapes(task)
    ranks = [value.dim() for value in task.answer(small.inputs).values]
    sizes = {(index, axis): size for index, axis, size in shapes.tensor_places(small.inputs) if size != task.inputs[index].shape[axis]}
    changed, trials = {}, 0
    for own_size, places in shapes.groups(task.inputs):
        size = sizes.get(places[0], own_size)
        if any(place in changed for place in places) or any(Structure(task.inputs[index]).symmetric for index, _ in places):
            continue
        for step, (moved, other) in enumerate(_others_of(places, size, resizer is not small.resizer), 1):
            trials += 1
            if len(moved) == len(places) > 1 or any(place in changed for place in moved) or trials > MOST_APART \
                    or other and any(axis == moved[0][1] for _, axis in changed):
                continue
            new = dict.fromkeys(moved, other or size + 2 * step + 1)
            if _accepted(resizer, {**sizes, **changed, **new}, ranks):
                changed.update(new)
    if not changed:
        raise NotApplicable("equal sizes belong together")
    inputs = resizer.inputs_of({**sizes, **changed}, "apart")
    words = ", ".join(f"input {index} axis {axis}: {size}"
                      for (index, axis), size in changed.items())
    return checked_variant(task, inputs, "sizes that were equal by chance: " + words)


def _others_of(places, size, is_named):
    """[(places, size or None)] that are moved away from the others of the same size; one that stands alone may be a multiple of a named one."""
    yield from ((moved, None) for moved in _parts(places))
    if is_named and len(places) == 1:
        yield from ((list(places), other) for other in (2 * size, size + size // 2 if size % 2 == 0 else 3 * size))


def _parts(places):
    """All places but the first alone, then pairs of places."""
    yield from ([place] for place in places[1:])
    for number, place in enumerate(places):
        yield from ([place, other] for other in places[number + 1:])


def _accepted(resizer, sizes, ranks):
    inputs = resizer.inputs_of(sizes, "apart")
    if inputs is None or sum(value.numel() for value in inputs
                             if isinstance(value, torch.Tensor)) > AXIS_BUDGET:
        return False
    return [value.dim() for value in run_native(resizer.model, inputs, 0).values] == ranks


def unit_dims(task):
    sizes = Sizes(task, "unit_dims")
    choice, inputs = sizes.settle({symbol: [1] for symbol in sizes.tiny})
    if inputs is None:
        raise NotApplicable("the reference accepts no size of one")
    words = "sizes of one: " + sizes.words(choice)
    return first_that_applies(task, [*far_apart.choices(task, inputs, words), (inputs, words)])


def same_sizes(task):
    """As many free sizes as the reference takes all the same, and the same as one that may not change, such as that of a weight: who
    tells axes apart by their sizes takes one for the other."""
    sizes = Sizes(task, "same_sizes")
    free = set(sizes.tiny.values())
    fixed = {size for value in [*task.state_tensors(), *base_inputs(task)] if isinstance(value, torch.Tensor)
             for size in value.shape if 2 < size <= LONGEST_SAME} - (free if len(free) > 1 else set())
    drawn = random.Random(derive_seed(task.seed, "same sizes"))
    whole, others = (ALL_WHOLE, SAME) if len(sizes.tiny) > 1 else ((), ())
    for size in [*drawn.sample(sorted(fixed), len(fixed)), *whole, *others]:
        inputs = sizes.inputs(dict.fromkeys(sizes.tiny, size), AXIS_BUDGET if size in whole else BLOCK_BUDGET)
        if inputs is not None and (size not in whole or is_light(task, inputs)):
            words = "sizes that are all the same: " + sizes.words(dict.fromkeys(sizes.tiny, size))
            return first_that_applies(task, [*far_apart.choices(task, inputs, words), (inputs, words)])
    raise NotApplicable("the reference takes no sizes that are all the same")

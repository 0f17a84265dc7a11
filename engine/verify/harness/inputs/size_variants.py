# SPDX-License-Identifier: GPL-3.0-or-later
"""Inputs of other sizes, and of another layout in memory."""

import copy
import functools
import random

import torch

from harness.inputs import accidents, edge_variants, far_apart, large_variants, range_variants, segments, shapes, thin_lines, value_variants
from harness.inputs.edge_variants import with_high_ends, with_last_indices, with_numbers_to
from harness.inputs.extra_variant import MAXIMA, base_inputs, checked_variant, first_that_applies, looks_for_both, looks_for_the_least, only_orders, orders_and_scales
from harness.inputs.input_structure import Structure
from harness.inputs.resizing import ByShapes
from harness.shared import bundle
from harness.task import task_size
from harness.task.reference_run import NotApplicable, Refused, all_finite, answer_double, derive_seed, is_floating, run_native
from harness.task.task_size import numel, shapes_of

SIZE_BUDGET = 1 << 12      # elements of inputs with several enlarged dimensions, or
TINY_TIMES = 4             # so many times those of "tiny"
BLOCK_BUDGET = 1 << 14     # with one size enlarged for the blocks below
AXIS_BUDGET = 1 << 17      # and with one size enlarged as far as a block of its own takes
# What kernels take at once: rows or columns of a tile, and elements of a flat tensor. A grid that
# fits into one program does not tell which axis a program counts, or how far apart programs are.
TILE, LARGE_TILE, FLAT_BLOCK = 32, 64, 1024
# All other sizes are odd, or a third of theirs is a power of two; these are even, and the seed says whether four divides them.
SHIFTS = (-1, 1, 3, 5)
MULTIPLES = (16, 32, 64)  # or they are such a multiple and none of twice as many, which is what a tile may be
LONG_BLOCKS = (1024, 2048, 4096)  # beyond which kernels that are made for each size are tried: a block may be capped at one
MANY = (1100, 2112)  # programs: more than a block of 1024, and than eight for each processor of a GPU, or sixteen
FEWER = 600  # where those are too many, but still more than a GPU has at once
FAR_ELEMENTS = 140_000  # of one size: more than 132 programs of a block of 1024 take, and many of the largest blocks
FAR_FLOPS, FAR_WORK = 1e7, 1 << 22
FAR_WITHOUT_VALUES = (1 << 17, 1 << 21)  # of sizes that are looked at without values
MOST_WITHOUT_VALUES = 1 << 26  # elements of a square or a cube of them
FAR_OPERATORS = 1000  # of one forward: more are steps of a recurrence along that size, one after another
# Of two sizes at once: more than one tile of 128 along both, and more than a group of eight tiles of 64 along both or of 128 along one.
# One of the first two first, each pair in any order.
WIDE = ((1101, 1101), (557, 557), (1101, 141), (557, 141), (293, 141), (141, 77))  # the first: eight tiles of 128 and more along both
SAME, LONGEST_SAME = (20, 12, 6, 4), 512
ALL_WHOLE = (128, 64, 32)  # tiles along every axis at once, for which many kernels have a way of their own
PAST = 5  # a number that places are compared with
PRODUCT_BUDGET = 9 << 17  # elements beyond a product of two numbers of the candidate's text: 512 programs of blocks of 1024, twice
FARTHEST_TRIED = 8
WHOLE_BLOCKS = (128, 256, 512, 1024)  # larger than MULTIPLES, each for kernels that have one
UNEVEN = (3, 5)  # of them
NEAR_ZERO = 0.1  # of the largest magnitude
# Powers of two, so that what is drawn keeps its digits but seven or five: exponentials of what lies so far below zero vanish, or are next to nothing.
FAR_BELOW = (128, 32)
_OF_MODES = frozenset("native_batch_norm _native_batch_norm_legit cudnn_batch_norm native_dropout".split())
RANDOM_TRIALS, RANDOM_BLOCKS, RANDOM_SIZES = 6, (64, 128, 256, 1024), ((2, 9), (10, 40), (41, 140))
RANDOM_FEW = (2, 3)  # a row of one element, which is its own mean, is `unit_dims`' matter
SOME = ((9, 16), (17, 32), (33, 48))  # those between "tiny" and odd_dims: blocks of 16, 32 and 64
FEW = (1, 2)  # of the other sizes: a program, or a batch, alone is a way of its own in many kernels


class _Sizes:
    """Choices of sizes around that of "tiny"."""

    def __init__(self, task, name):
        small = task.resized_small()
        if small is None:
            raise NotApplicable("the reference accepts no other sizes")
        base_inputs(task)
        self._task, self._name = task, name
        self.tiny, self._resizer = small.choice, small.resizer
        count = sum(numel(shape) for shape in shapes_of(small.inputs))
        self._budget = max(SIZE_BUDGET if len(self.tiny) > 1 else BLOCK_BUDGET, TINY_TIMES * count)
        answers = task.answer(small.inputs).values
        self._shapes, self._ranks = [value.shape for value in answers], [value.dim() for value in answers]
        self._alike = _alike(answers, small.inputs)

    def original(self, symbol):
        """The task's own size, also where it is judged on smaller shapes."""
        own = self._task.smaller and self._task.smaller.own_size(symbol)
        return own or self._resizer.originals[symbol]

    def now(self, symbol):
        """That of the inputs as they are judged."""
        return self._resizer.originals[symbol]

    def beyond(self, symbol, rank, block):
        """Sizes past the next power of two and past `block`; smaller ones where the task's own is
        too large."""
        size, now = self.original(symbol), self.now(symbol)
        sizes = shapes.past_sizes(size, rank, block)
        if size != now:
            sizes += shapes.between_sizes(now, size, rank) + shapes.past_sizes(now, rank, block)
        return sizes

    def by_size(self):
        """Free symbols, largest original first."""
        return sorted(self.tiny, key=self.original, reverse=True)

    def of_rank(self, number):
        """The free symbol of that rank, largest original first."""
        symbols = self.by_size()
        if number >= len(symbols):
            raise NotApplicable(f"no more than {len(symbols)} sizes may change")
        return symbols[number]

    def is_answered(self, symbol):
        """Whether the answer has that size, too."""
        inputs = self.inputs({**self.tiny, symbol: 2 * self.tiny[symbol]})
        return inputs is not None and [value.shape for value in self._task.answer(inputs).values] != self._shapes

    def inputs(self, choice, budget=None):
        """None if the reference refuses, answers with other ranks, with another shape than that of an input that has it at small
        sizes, or not finitely."""
        def fits(new):
            return sum(numel(shape) for shape in new) <= (budget or self._budget)

        inputs = self._resizer.inputs(choice, fits, self._name)
        if inputs is None:
            return None
        values = self._task.answer(inputs).values
        if [value.dim() for value in values] != self._ranks or not all(map(torch.numel, values)):
            return None
        if not self._alike <= _alike(values, inputs):  # halves of an odd size are laid over each other, by chance
            return None
        return inputs if all_finite(values) or not self._task.answers_finite() else None

    def blank(self, choice):
        """Arguments of these sizes without memory, or None."""
        return self._resizer.blank(choice)

    def operators(self, choice):
        """Of a float64 forward at these sizes; None where the reference refuses them."""
        known, key = self._task.memo.setdefault("operators of sizes", {}), frozenset(choice.items())
        if key not in known:
            inputs, counter = self.inputs(choice), task_size.WorkCounter()
            try:
                with counter:
                    answer_double(self._task.model, inputs)
                known[key] = counter.operators
            except BaseException:
                known[key] = None
        return known[key]

    def settle(self, wanted):
        """(choice, inputs): as many symbols as possible at the first size of theirs in `wanted`
        {symbol: sizes} that is accepted; the others stay tiny."""
        at_once = {symbol: sizes[0] for symbol, sizes in wanted.items()}
        inputs = self.inputs({**self.tiny, **at_once})
        if inputs is not None:
            return {**self.tiny, **at_once}, inputs
        choice, found = dict(self.tiny), None
        for symbol, sizes in wanted.items():
            for size in sizes:
                inputs = self.inputs({**choice, symbol: size})
                if inputs is not None:
                    choice, found = {**choice, symbol: size}, inputs
                    break
        return choice, found

    def words(self, choice):
        return ", ".join(f"{self.original(symbol)} -> {size}" for symbol, size in choice.items())


def _alike(answers, inputs):
    """Which answers have the shape of which inputs."""
    return {(index, at) for index, answer in enumerate(answers) for at, value in enumerate(inputs)
            if isinstance(value, torch.Tensor) and value.shape == answer.shape}


def _odd_choice(task):
    """(choice, inputs) of odd_dims, found once a task."""
    if "odd" not in task.memo:
        task.memo["odd"] = _find_odd(_Sizes(task, "odd_dims"))
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
    sizes = _Sizes(task, "odd_dims")
    choice, inputs = _odd_choice(task)[0], odd_inputs(task)
    inputs = [Structure(original).with_positive_lines(value) if is_floating(value) else value
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
        sizes = _Sizes(task, f"axis_{number}")
        symbols, symbol = sizes.by_size(), sizes.of_rank(number)
        # A row is often a program of the kernel: few of the others keep it cheap.
        drawn = random.Random(derive_seed(task.seed, f"shift {number}"))
        few = {other: min(drawn.sample(FEW, 2)[again], sizes.tiny[other]) for other in symbols}
        shift = drawn.choice(drawn.sample((SHIFTS, MULTIPLES), 2)[again])
        own = shapes.past_sizes(sizes.original(symbol), number)
        some = [_some_beside(task, symbols, few)] if number == 1 and not again else []
        for others in (*some, few, sizes.tiny):
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
                    reaching, choices = _to_the_end(task, inputs, sizes.now(symbol), size, words)
                    if again and number == 0:
                        tied = value_variants.with_ties(task, reaching[0] if reaching else inputs, words + ", all of it below zero", is_below=True)
                        if tied is not None:
                            return tied
                        choices = [*_all_below_zero(task, choices[:-1], words), *choices]
                        late = edge_variants.with_late_masks(task, choices[0][0])
                        if late is not None:
                            choices.insert(0, (late, choices[0][1] + ", masks that let nothing of its first half through"))
                    elif number == 0 and looks_for_both(task):
                        choices = [*_at_the_end(task, choices[0][0], words, other=True), *choices]
                    return first_that_applies(task, choices)
        raise NotApplicable(f"the reference accepts no larger {sizes.original(symbol)} that is "
                            "still cheap")
    return make


def _some_beside(task, symbols, few):
    """Sizes beside one that is enlarged: the largest some more than a few, as kernels have ways of their own for."""
    drawn = random.Random(derive_seed(task.seed, "some"))
    return {**few, symbols[0]: drawn.randint(*drawn.choice(SOME))}


def _all_below_zero(task, choices, words):
    """[(inputs, words)], and before them those so far below zero that a maximum has to be taken off, where the reference has exponentials, or
    lies beyond what stands for minus infinity, where it looks for the largest."""
    below = [_below_zero(task, inputs) for inputs, _ in choices]
    names = task.trace().names
    steps = FAR_BELOW if names & large_variants.EXPONENTIALS else (value_variants.FAR_LEVEL,) if names & MAXIMA else ()
    far = [_below_zero(task, inputs, more) for more in steps for inputs, _ in choices]
    return [*_at_the_end(task, choices[0][0], words), *((inputs, words + ", all of it far below zero") for inputs in far), *((inputs, words + ", all of it below zero") for inputs in below)]


def _below_zero(task, inputs, more=0):
    """`inputs` whose floating values, where they are free, lie below zero, the last one the farthest: the zeros of padding are the largest then."""
    free = [is_floating(value) and value.numel() > 1 and Structure(original).is_free() for value, original in zip(inputs, task.inputs)]
    turned = with_high_ends([_above_zero(value) if is_free else value for value, is_free in zip(inputs, free)], task.inputs)
    return [_with_far_end(-value) - more if is_free else _whole_below_zero(old, original)
            for value, is_free, old, original in zip(turned, free, inputs, task.inputs)]


def _at_the_end(task, inputs, words, other=False):
    """[(inputs, words)] with numbers near the least that there are, or near the largest where the reference looks for a least alone, if it does
    no more than look which is larger and scale: what stands for infinity, as a billion, lies before them. `other`: of one that looks for both, near
    the other end. The second factor of a product has the other sign."""
    if not only_orders(task) and not orders_and_scales(task):
        return []
    sign, end = (1, "largest") if looks_for_the_least(task) or other else (-1, "least")
    found = []
    for turns in (True, False) if "mul" in task.trace().names else (False,):
        signs = [-sign if turns and at else sign for at in range(len(inputs))]
        moved = [value if new is value or not is_floating(value) and not only_orders(task) else value_variants.to_the_end(new, sign)
                 for value, new, sign in zip(inputs, _below_zero(task, inputs), signs)]
        found += [] if all(new is value for new, value in zip(moved, inputs)) else [(moved, words + f", all of it near the {end} there is")]
    return found


def _whole_below_zero(value, original):
    """Whole numbers of both signs, as far below zero as the task's own are."""
    if not segments.is_whole(value) or value.numel() < 2 or not bool((original < 0).any()) or not bool((original > 0).any()):
        return value
    structure = Structure(original)
    return value if structure.pattern is not None or structure.labels is not None else (-value.abs()).clamp(min=int(original.min()), max=-1)


def _with_far_end(value):
    out = value.clone(memory_format=torch.contiguous_format)
    out.view(-1)[-1:] = 2 * out.min()
    return out


def _above_zero(value):
    wide = value.double()
    return (wide.max() + NEAR_ZERO * wide.abs().max() - wide).to(value.dtype)


def _to_the_end(task, inputs, old, new, words):
    """(those of `_reaching`, [(inputs, words)] from them to `inputs` as they are)"""
    ends = with_high_ends(inputs, task.inputs)
    reaching = _reaching(task, ends, old, new)
    return reaching, [*((one, words) for one in reaching), (ends, words), (inputs, words)]


def _reaching(task, inputs, old, new):
    """[those whose numbers reach to the end of the `new` size, too], if there are any, and the answer has no other shape for it."""
    found = with_numbers_to(inputs, task, old, new)
    if all(one is other for one, other in zip(found, inputs)):
        return []
    try:
        before, after = (task.answer(values).values for values in (inputs, found))
    except Refused:
        return []
    return [found] if [value.shape for value in before] == [value.shape for value in after] else []


def _blocks(task, sizes, others, symbol, longest):
    """What a size goes beyond: one of the longest, or a shorter one where inputs of that are too large, but none that means as many steps
    one after another."""
    block = random.Random(derive_seed(task.seed, "long block")).choice(longest)
    steps = _steps(sizes, others, symbol)
    return [shorter for shorter in reversed(longest) if shorter <= block and steps(shorter) <= FAR_OPERATORS]


def beyond(task, numbers):
    """[(inputs, words)] with one size just beyond one of the numbers, or beyond twice as much, that the reference takes."""
    try:
        sizes = _Sizes(task, "limits")
    except NotApplicable:
        return
    for number in sorted(numbers):
        for symbol in sizes.by_size():
            for size in (int(number) + PAST, 2 * int(number) + PAST):
                choice = {**sizes.tiny, symbol: size}
                inputs = sizes.inputs(choice, AXIS_BUDGET) if size > sizes.tiny[symbol] else None
                if inputs is not None:
                    yield inputs, sizes.words(choice)


def sizes_at_random(task, drawn, name):
    """(inputs, words): one free size long and the others few, or all of them as `drawn` says, if the reference takes that cheaply; else those of
    odd_dims or of "tiny"."""
    try:
        sizes = _Sizes(task, name)
    except NotApplicable:
        return base_inputs(task), "several things at once"
    symbols = sizes.by_size()
    for trial in range(RANDOM_TRIALS):
        if len(symbols) == 1 or drawn.random() < 0.5:
            symbol, block = drawn.choice(symbols), drawn.choice(RANDOM_BLOCKS)
            others = {other: min(drawn.choice(RANDOM_FEW), sizes.tiny[other]) for other in symbols} if trial % 2 == 0 else sizes.tiny
            choice = {**others, symbol: block + drawn.randint(1, block)}
            if block > LARGE_TILE and _steps(sizes, others, symbol)(choice[symbol]) > FAR_OPERATORS:
                continue
        else:
            choice = {symbol: drawn.randint(*drawn.choice(RANDOM_SIZES)) for symbol in symbols}
        inputs = sizes.inputs(choice, BLOCK_BUDGET)
        if inputs is not None:
            return inputs, "several things at once: " + sizes.words(choice)
    odd = _odd_choice(task)[1]
    return base_inputs(task) if odd is None else odd, "several things at once"


def named(number):
    """Makes named_0, named_1: the free size of that rank, largest first, beyond one of the numbers that the candidate's text names (`task.named`),
    the seed says which; the others 1 or 2, or as in "tiny"."""
    def make(task):
        drawn = random.Random(derive_seed(task.seed, f"named {number}"))
        return _beyond_first(task, number, drawn.sample(task.named, len(task.named)), AXIS_BUDGET)
    return make


def named_farthest(number):
    """Makes named_2, named_3: likewise beyond the largest of those numbers and of the products of two numbers of the text (`task.products`): blocks
    of a thousand in a grid of no more than 256 programs. Unless `named` was there."""
    def make(task):
        farthest = sorted({*task.named, *task.products}, reverse=True)[:FARTHEST_TRIED]
        return _beyond_first(task, number, [size for size in farthest if size > _reached(task).get(number, 0)], PRODUCT_BUDGET)
    return make


def _reached(task):
    """{rank of a size: the farthest number of the candidate's text that it has gone beyond}"""
    return task.memo.setdefault("named sizes", {})


def _beyond_first(task, number, wanted, budget):
    """The variant with the size of that rank beyond the first of the wanted ones that the reference takes cheaply."""
    if not wanted:
        raise NotApplicable("the candidate names no size beyond those of the other inputs")
    sizes = _Sizes(task, f"named_{number}")
    symbols, symbol = sizes.by_size(), sizes.of_rank(number)
    drawn = random.Random(derive_seed(task.seed, f"beside named {number}"))
    ways = {other: min(drawn.choice(FEW), sizes.tiny[other]) for other in symbols}, sizes.tiny
    steps = functools.cache(lambda way: _steps(sizes, ways[way], symbol))
    for size in wanted:
        for way, others in enumerate(ways):
            is_cheap = steps(way)(size + PAST) <= FAR_OPERATORS
            found = _beyond_named(task, sizes, {**others, symbol: size + PAST}, symbol, budget) if is_cheap else None
            if found is not None:
                _reached(task)[number] = max(size, _reached(task).get(number, 0))
                return found
    raise NotApplicable("the reference takes no size beyond those that the candidate names, or that costs too much")


def _beyond_named(task, sizes, choice, symbol, budget):
    """The variant of one such choice; None where it is none."""
    inputs = sizes.inputs(choice, budget)
    if inputs is None or not _is_light(task, inputs):
        return None
    words = "one size beyond a number of the candidate's text: " + sizes.words(choice)
    try:
        return first_that_applies(task, _to_the_end(task, inputs, sizes.now(symbol), choice[symbol], words)[1])
    except NotApplicable:
        return None


def whole_blocks(block):
    """Makes whole_128, whole_256, ...: the largest free size as an uneven number of whole such blocks, the others 1, or as in "tiny": who asks
    whether blocks are whole may take several at once, and lose the last. For kernels with such a block."""
    def make(task):
        name = f"whole_{block}"
        sizes = _Sizes(task, name)
        symbol = sizes.by_size()[0]
        times = random.Random(derive_seed(task.seed, name)).sample(UNEVEN, len(UNEVEN))
        for others in (dict.fromkeys(sizes.tiny, 1), sizes.tiny):
            steps = _steps(sizes, others, symbol)
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


def far_sizes(task):
    """The largest free size so long that a kernel goes around its loop several times and has more programs than a GPU runs at once, for
    kernels that are the same for all sizes."""
    sizes = _Sizes(task, "far_sizes")
    symbol = sizes.by_size()[0]
    drawn = random.Random(derive_seed(task.seed, "far sizes"))
    few = {other: min(drawn.choice(FEW), sizes.tiny[other]) for other in sizes.tiny}
    for others in (few, sizes.tiny):
        steps = _steps(sizes, others, symbol)
        row = max(sum(numel(shape) for shape in shapes_of(sizes.inputs({**others, symbol: 1}) or [])), 1)
        times = _times_in_shape(sizes, symbol)
        for elements in (FAR_ELEMENTS, FAR_ELEMENTS // 4, FAR_ELEMENTS // 16):
            choice = {**others, symbol: int((elements // row) ** (1 / times)) | 1}
            if choice[symbol] <= 2 * sizes.original(symbol) or steps(choice[symbol]) > FAR_OPERATORS:
                continue
            inputs = sizes.inputs(choice, FAR_ELEMENTS * 2)
            if inputs is None or not _is_light(task, inputs):
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
    sizes = _Sizes(task, "far launches")
    symbols = sizes.by_size()
    symbol = symbols[min(number, len(symbols) - 1)]
    size = min(FAR_WITHOUT_VALUES[number], int(MOST_WITHOUT_VALUES ** (1 / _times_in_shape(sizes, symbol)))) + PAST
    steps = _steps(sizes, sizes.tiny, symbol)
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
    sizes = _Sizes(task, "wide_sizes")
    symbols = sorted(sizes.by_size(), key=sizes.is_answered, reverse=True)[:2]
    if len(symbols) < 2:
        raise NotApplicable("no two sizes may change")
    drawn = random.Random(derive_seed(task.seed, "wide sizes"))
    pairs = [WIDE[0], *drawn.sample(WIDE[1:3], 2), *WIDE[3:]]
    few = {other: min(drawn.choice(FEW), sizes.tiny[other]) for other in sizes.tiny}
    for others in (few, sizes.tiny):
        operators = _of_two(sizes, others, symbols)
        for pair in pairs:
            pair = [size + 2 * drawn.choice((0, 1, 5, 11)) for size in drawn.sample(pair, 2)]
            if all(sizes.now(symbol) >= wide for symbol, wide in zip(symbols, pair)):
                raise NotApplicable("those of the task are as large")
            choice = {**others, **dict(zip(symbols, pair))}
            inputs = sizes.inputs(choice, FAR_ELEMENTS * 2) if operators(*pair) <= FAR_OPERATORS else None
            if inputs is None or not _is_light(task, inputs):
                continue
            words = "two sizes beyond several tiles: " + sizes.words(choice)
            ends = with_high_ends(inputs, task.inputs)
            reaching = ends
            for symbol, wide in zip(symbols, pair):
                reaching = (_reaching(task, reaching, sizes.now(symbol), wide) or [reaching])[0]
            return first_that_applies(task, [(reaching, words), (ends, words), (inputs, words)])
    raise NotApplicable("the reference accepts no two sizes that are so large and still cheap")


def _of_two(sizes, others, symbols):
    """About how many operators the float64 forward takes at which two sizes, as a function; infinitely many where small ones are refused."""
    first, second = (sizes.tiny[symbol] for symbol in symbols)
    counts = [sizes.operators({**others, symbols[0]: one, symbols[1]: other})
              for one in (first, 2 * first) for other in (second, 2 * second)]
    if None in counts:
        return lambda one, other: float("inf")
    neither, later, earlier, both = counts

    def about(one, other):
        one, other = one / first - 1, other / second - 1
        return neither + (earlier - neither) * one + (later - neither) * other + (both - earlier - later + neither) * one * other

    return about


def _times_in_shape(sizes, symbol):
    """How many sizes of an input are this one, as both of a square matrix."""
    fewer, more = (shapes_of(sizes.inputs({**sizes.tiny, symbol: size}) or []) for size in (1, sizes.tiny[symbol]))
    return max((sum(one != other for one, other in zip(*pair)) for pair in zip(fewer, more)), default=1) or 1


def _is_light(task, inputs):
    work = task_size.work_of(copy.deepcopy(task.model), inputs, "cpu")
    return work is not None and work.weighted_flops() <= FAR_FLOPS and work.elements <= FAR_WORK


def _steps(sizes, others, symbol):
    """About how many operators the float64 forward takes at which size, as a function."""
    own = sizes.original(symbol)
    for least in (1, sizes.tiny[symbol]):  # a single row is no part of two
        counts = [sizes.operators({**others, symbol: size}) for size in (least, own)]
        if None not in counts and own > least:
            return lambda size: counts[0] + (counts[1] - counts[0]) * (size - least) // (own - least)
    return lambda size: 0


def _shifted(size, shift):
    if shift in MULTIPLES:
        return size // (2 * shift) * (2 * shift) + shift if size > 4 * shift else size + max(SHIFTS)
    return size + shift


def _covered(choice, odd):
    return choice == odd or len(choice) == 1 and max(choice.values()) <= max(odd.values())


def apart(task):
    """Sizes that are equal by chance. A named constant that stands at two places promises that they
    are equal; two numbers that happen to be the same do not."""
    small = task.resized_small()
    if small is None or not isinstance(small.resizer, ByShapes):
        raise NotApplicable("no sizes without a name that the reference lets change")
    base_inputs(task)
    ranks = [value.dim() for value in task.answer(small.inputs).values]
    sizes = {place: size for places, size in small.choice.items() for place in places}
    changed = {}
    for size, places in shapes.groups(task.inputs):
        if len(places) < 2 or any(place in changed for place in places) \
                or any(Structure(task.inputs[index]).symmetric for index, _ in places):
            continue
        for step, moved in enumerate(_parts(places), 1):
            if len(moved) == len(places) or any(place in changed for place in moved):
                continue
            new = {place: sizes.get(place, size) + 2 * step + 1 for place in moved}
            if _accepted(small.resizer, {**sizes, **changed, **new}, ranks):
                changed.update(new)
    if not changed:
        raise NotApplicable("equal sizes belong together")
    inputs = small.resizer.inputs_of({**sizes, **changed}, "apart")
    words = ", ".join(f"input {index} axis {axis}: {size}"
                      for (index, axis), size in changed.items())
    return checked_variant(task, inputs, "sizes that were equal by chance: " + words)


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
    sizes = _Sizes(task, "unit_dims")
    choice, inputs = sizes.settle({symbol: [1] for symbol in sizes.tiny})
    if inputs is None:
        raise NotApplicable("the reference accepts no size of one")
    words = "sizes of one: " + sizes.words(choice)
    return first_that_applies(task, [*far_apart.choices(task, inputs, words), (inputs, words)])


def same_sizes(task):
    """As many free sizes as the reference takes all the same, and the same as one that may not change, such as that of a weight: who
    tells axes apart by their sizes takes one for the other."""
    sizes = _Sizes(task, "same_sizes")
    free = set(sizes.tiny.values())
    fixed = {size for value in [*task.state_tensors(), *base_inputs(task)] if isinstance(value, torch.Tensor)
             for size in value.shape if 2 < size <= LONGEST_SAME} - (free if len(free) > 1 else set())
    drawn = random.Random(derive_seed(task.seed, "same sizes"))
    whole, others = (ALL_WHOLE, SAME) if len(sizes.tiny) > 1 else ((), ())
    for size in [*drawn.sample(sorted(fixed), len(fixed)), *whole, *others]:
        inputs = sizes.inputs(dict.fromkeys(sizes.tiny, size), AXIS_BUDGET if size in whole else BLOCK_BUDGET)
        if inputs is not None and (size not in whole or _is_light(task, inputs)):
            words = "sizes that are all the same: " + sizes.words(dict.fromkeys(sizes.tiny, size))
            return first_that_applies(task, [*far_apart.choices(task, inputs, words), (inputs, words)])
    raise NotApplicable("the reference takes no sizes that are all the same")


def strided(task):
    inputs = base_inputs(task)
    layouts, own = {}, task.own_layouts()
    for index, value in enumerate(inputs):
        if isinstance(value, torch.Tensor) and value.numel() > 1 and index not in own:
            layout = _layout_for(value, len(layouts))
            if layout:
                layouts[index] = layout
    if not layouts and not own:
        raise NotApplicable("no input has more than one dimension")
    words = ", ".join(f"input {index} {layout}" for index, layout
                      in [*layouts.items(), *((index, "row-major") for index in own)])
    return checked_variant(task, inputs, f"inputs of another layout: {words}", layouts=layouts)


def _layout_for(value, number):
    first = "padded" if value.dim() < 4 else "order 0 " + " ".join(map(str, [*range(2, value.dim()), 1]))  # channels last
    for layout in (first, "transposed", "padded") if number % 2 == 0 else ("transposed", "padded"):
        if layout == "padded" and not value.is_floating_point():
            continue
        if layout == "transposed" and value.dim() < 2:
            continue
        if not bundle.laid_out(value, layout).is_contiguous():
            return layout
    return None

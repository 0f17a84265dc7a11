# SPDX-License-Identifier: GPL-3.0-or-later
"""Sizes of a task that may change, choices of them, and what a reference costs there."""

import copy

import torch

from harness.inputs import products_apart, shapes
from harness.inputs.extra_variant import base_inputs
from harness.task import task_size
from harness.task.reference_run import NotApplicable, all_finite, answer_double
from harness.task.task_size import numel, shapes_of

SIZE_BUDGET = 1 << 12      # elements of inputs with several enlarged dimensions, or
TINY_TIMES = 4             # so many times those of "tiny"
BLOCK_BUDGET = 1 << 14     # with one size enlarged for the blocks below
AXIS_BUDGET = 1 << 17      # and with one size enlarged as far as a block of its own takes
FAR_FLOPS, FAR_WORK = 1e7, 1 << 22
FAR_OPERATORS = 1000  # of one forward: more are steps of a recurrence along that size, one after another
PAST = 5  # a number that places are compared with
_ALIKE = "alike at first"  # in a task's memo
_CHOICES = "choices of sizes"  # likewise: {shapes of inputs: choice}
FEW = (1, 2)  # of the other sizes: a program, or a batch, alone is a way of its own in many kernels


class Sizes:
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
        self._task.memo.setdefault(_CHOICES, {})[_key_of(inputs)] = choice
        values = self._task.answer(inputs).values
        if self._task.trace().names & products_apart.MULTIPLYING and products_apart.leaves_nothing(values):
            inputs = products_apart.near_one(inputs, self._task.inputs)
            values = self._task.answer(inputs).values
        if [value.dim() for value in values] != self._ranks or not all(map(torch.numel, values)):
            return None
        unlike = self._alike - _alike(values, inputs)
        if unlike & self._alike_at_first(unlike):  # halves of an odd size are laid over each other, by chance
            return None
        return inputs if all_finite(values) or not self._task.answers_finite() else None

    def _alike_at_first(self, pairs):
        """Which answers have the shape of which inputs in the task itself, if any of `pairs` is asked for: where small sizes are equal, as
        of a transposed answer, they may have it there by chance."""
        if not pairs:
            return pairs
        if _ALIKE not in self._task.memo:
            self._task.memo[_ALIKE] = _alike(self._task.answer(self._task.inputs).values, self._task.inputs)
        return self._task.memo[_ALIKE]

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


def _key_of(inputs):
    return tuple(map(tuple, shapes_of(inputs)))


def with_rows(task, inputs, least, budget):
    """Inputs of the same sizes, but for those below `least`, which are as large where the reference takes that cheaply; else these."""
    choice = task.memo.get(_CHOICES, {}).get(_key_of(inputs))
    if choice is None or all(size >= least for size in choice.values()):
        return inputs
    try:
        more = Sizes(task, "with rows").inputs({symbol: max(size, least) for symbol, size in choice.items()}, budget)
    except NotApplicable:
        return inputs
    return inputs if more is None or not is_light(task, more, FAR_OPERATORS, 10 * FAR_FLOPS) else more


def _alike(answers, inputs):
    """Which answers have the shape of which inputs."""
    return {(index, at) for index, answer in enumerate(answers) for at, value in enumerate(inputs)
            if isinstance(value, torch.Tensor) and value.shape == answer.shape}


def is_light(task, inputs, operators=float("inf"), flops=FAR_FLOPS):
    """Whether a forward is cheap, and of no more operators."""
    return is_cheap(task.model, inputs, operators, flops)


def is_cheap(model, inputs, operators=float("inf"), flops=FAR_FLOPS):
    """The same of another model."""
    work = task_size.work_of(copy.deepcopy(model), inputs, "cpu")
    return work is not None and work.weighted_flops() <= flops and work.elements <= FAR_WORK and work.operators <= operators


def steps_at(sizes, others, symbol):
    """About how many operators the float64 forward takes at which size, as a function."""
    own = sizes.original(symbol)
    for least in (1, sizes.tiny[symbol]):  # a single row is no part of two
        counts = [sizes.operators({**others, symbol: size}) for size in (least, own)]
        if None not in counts and own > least:
            return lambda size: counts[0] + (counts[1] - counts[0]) * (size - least) // (own - least)
    return lambda size: 0


def steps_at_two(sizes, others, symbols):
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


def times_in_shape(sizes, symbol):
    """How many sizes of an input are this one, as both of a square matrix."""
    fewer, more = (shapes_of(sizes.inputs({**sizes.tiny, symbol: size}) or []) for size in (1, sizes.tiny[symbol]))
    return max((sum(one != other for one, other in zip(*pair)) for pair in zip(fewer, more)), default=1) or 1

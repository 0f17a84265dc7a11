# SPDX-License-Identifier: GPL-3.0-or-later
"""Harsh values at the task's own size: blocks of rows of every kind beside each other. Which rows, the seed says."""

import torch

from harness.inputs.extra_variant import checked_variant, first_that_applies, generator_of, is_free_among_ties, takes_one_of_ties
from harness.inputs.input_structure import Structure
from harness.inputs.large_variants import large_integers, with_ends
from harness.task.reference_run import NotApplicable, finite_mask, is_floating

FEWEST_ROWS = 8
ROW_OF_LITTLE_WEIGHT = 1000  # elements: in more, the last of them would not show
LARGE, SMALL = 100.0, 1e-3
NEAR = 0.05  # of what lies between a value and the largest
FAR = 3.0  # times the largest magnitude: exponentials of it vanish or overflow unless a maximum is taken off


def _heavy_end(rows, far):
    """The last element weighs in a mean of all: what leaves out the end of a long row is wrong by so much."""
    del far
    rows[:, -1] *= max(FEWEST_ROWS, rows.shape[1] / ROW_OF_LITTLE_WEIGHT)
    return rows


_LARGEST = "near the largest"  # products of many gates vanish but for the largest ones
_HALVES = "of halves"  # several are equal, and some lie on an edge of what rounds
_KINDS = {
    "as drawn": lambda rows, far: rows,
    "with a heavy end": _heavy_end,
    "negative": lambda rows, far: -rows.abs(),
    "times 100": lambda rows, far: rows * LARGE,
    "times 0.001": lambda rows, far: rows * SMALL,
    "zero": lambda rows, far: rows * 0,
    "equal": lambda rows, far: rows[:, :1].expand_as(rows),
    _LARGEST: lambda rows, far: rows.max() - NEAR * (rows.max() - rows),
    "equal and small": lambda rows, far: rows[:, :1].expand_as(rows) * SMALL,
    _HALVES: lambda rows, far: (rows * 2).round() / 2,
    "far positive": lambda rows, far: rows.abs() + far,
    "far negative": lambda rows, far: -rows.abs() - far,
}
_OF_TIES = ("zero", "equal", "equal and small", _HALVES)
# In this order until the reference takes one, finitely and well conditioned.
_CHOICES = (
    tuple(kind for kind in _KINDS if kind not in ("equal and small", _LARGEST, _HALVES)),
    ("as drawn", "with a heavy end", "negative", "times 0.001", "zero", "equal"),
    ("as drawn", "with a heavy end", "times 100", "times 0.001", "equal", "far positive"),
    ("as drawn", "times 0.001", "equal"),
)


def mixed(task, model, seed, inputs):
    """The Variant of `model`, made with `seed`, on `inputs` of the task's own size with rows of all kinds that the
    reference takes."""
    if not any(is_floating(value) and value.numel() > 1 for value in inputs):
        return _mixed_integers(task, model, seed, inputs)
    left_out = _OF_TIES if is_free_among_ties(task) else ()
    for kinds in [*_in_order(left_out), *(_in_order(_OF_TIES) if not left_out and takes_one_of_ties(task) else ())]:
        generator = generator_of(task, "mixed")
        trial = in_rows(inputs, task.inputs, kinds, generator)
        if all(new is old for new, old in zip(trial, inputs)):
            raise NotApplicable("the values of every input keep a promise")
        try:
            # Well below the judge's bound: sums of float32 lose several roundings, not one.
            variant = checked_variant(task, trial, "rows of every kind beside each other: " + ", ".join(kinds), 3,
                                      model=model, init_seed=seed)
        except NotApplicable as error:
            reason = error
            continue
        return _beside_integers(task, trial, variant, model=model, init_seed=seed)
    raise reason


def at_sizes(task, inputs, name):
    """[(inputs, words)] of other sizes with the same: rows of all kinds, of fewer, and large whole numbers beside them, or alone."""
    found = []
    for trial, words in rows_of_kinds(task, inputs, name):
        found += [*((integers, f"{words}; {more}") for integers, more in large_ones(task, trial)), (trial, words)]
    return found or large_ones(task, inputs)


def rows_of_kinds(task, inputs, name):
    """[(inputs, words)] of inputs like the task's, and some more behind them: rows of all kinds, and of fewer."""
    left_out = _OF_TIES if is_free_among_ties(task) else ()
    found = []
    for kinds in _in_order(left_out):
        trial = [*in_rows(inputs, task.inputs, kinds, generator_of(task, name)), *inputs[len(task.inputs):]]
        if any(new is not old for new, old in zip(trial, inputs)):
            found.append((trial, "rows of every kind beside each other: " + ", ".join(kinds)))
    return found


def _beside_integers(task, inputs, variant, **more):
    """With whole numbers that are numbers large, too, if the reference takes that; else `variant`. Who refuses all other sizes meets
    them here alone."""
    for integers, words in large_ones(task, inputs):
        try:
            return checked_variant(task, integers, f"{variant.detail}; {words}", 3, **more)
        except NotApplicable:
            pass
    return variant


def _mixed_integers(task, model, seed, inputs):
    """The same of a task that has whole numbers alone: those that are numbers large, some of them the largest or least that there are."""
    choices = large_ones(task, inputs)
    if not choices:
        raise NotApplicable("no input is a floating tensor of more than one element")
    return first_that_applies(task, choices, model=model, init_seed=seed)


def only_large_ones(task, inputs):
    """The same of a task that has whole numbers alone. Beside floating ones they may be powers or counts, of which a loop goes through each."""
    return [] if any(is_floating(value) for value in task.inputs) else large_ones(task, inputs)


def large_ones(task, inputs):
    """[(inputs, words)] of the same sizes with large whole numbers; none where those of no input are numbers."""
    integers = large_integers(task, inputs)
    ways = ((with_ends(task, integers), "integers of both signs, to the ends of their dtype"),
            (integers, "integers of both signs, those of 64 bits beyond 32")) if integers else ()
    return [([several.get(index, value) for index, value in enumerate(inputs)], words) for several, words in ways]


def all_kinds(without_ties):
    """Names of all kinds of rows; without those of equal values where PyTorch does not say which of them it takes."""
    return [kind for kind in _KINDS if not (without_ties and kind in _OF_TIES)]


def in_rows(inputs, originals, chosen, generator):
    """`inputs` whose floating values, where they are free, are rows of the chosen kinds."""
    return [_mixed(value, original, chosen, generator) if isinstance(original, torch.Tensor) else value for value, original in zip(inputs, originals)]


def _in_order(left_out):
    """Each choice with rows near their largest value, as it is, and with equal rows near zero: of those as drawn the variance
    is nothing but rounding, which a division by the square root of epsilon makes large."""
    for choice in _CHOICES:
        kinds = tuple(kind for kind in choice if kind not in left_out)
        yield (*kinds, _LARGEST)
        yield kinds
        yield tuple("equal and small" if kind == "equal" else kind for kind in kinds)


def _mixed(value, original, kinds, generator):
    if not is_floating(value) or value.numel() < 2 or not Structure(original).is_free():
        return value
    rows = value.reshape(_rows_of(value.shape), -1).clone()
    far = FAR * float(rows.abs().max())
    edges = [len(rows) * number // len(kinds) for number in range(len(kinds) + 1)]
    order = torch.randperm(len(kinds), generator=generator).tolist()
    shift = int(torch.randint(len(rows), (1,), generator=generator))
    rows = rows.roll(shift, 0)
    for index, begin, end in zip(order, edges, edges[1:]):
        if begin < end:
            rows[begin:end] = _KINDS[kinds[index]](rows[begin:end].clone(), far)
    out = rows.roll(-shift, 0).reshape(value.shape)
    if "with a heavy end" in kinds:
        out.view(-1)[-1] *= max(FEWEST_ROWS, out.numel() / ROW_OF_LITTLE_WEIGHT)
    out = torch.where(finite_mask(out), out, value)  # eight bits soon end, and what is beyond them is no number
    return torch.where(value == 0, value, out) if Structure(original).has_zeros else out


def _rows_of(shape):
    """How many rows: the product of the first sizes that makes enough of them. Elements of a vector are rows, too."""
    rows = 1
    for size in shape:
        rows *= size
        if rows >= FEWEST_ROWS:
            break
    return rows

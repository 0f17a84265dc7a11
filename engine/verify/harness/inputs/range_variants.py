# SPDX-License-Identifier: GPL-3.0-or-later
"""Values from one end of what a task draws, and of all magnitudes: a draw lies in the middle, and hardly varies in size."""

import torch

from harness.inputs import accidents, cancelling, peak_variants, segments
from harness.inputs.extra_variant import (TRIED, checked_variant, first_with, floating_inputs, generator_of, is_free_among_ties,
                                           looks_for_the_least, only_orders, own_inputs)
from harness.inputs.input_structure import Structure, may_hold_any, with_far_lines, with_little_lines
from harness.inputs.patterns import Ramp, pattern_of
from harness.task.reference_run import NotApplicable, is_finite, is_floating

NEAR = 0.1          # of the range that the task draws: nearer, a variance is little but rounding
MOST = 0.875        # of whole numbers that are one number
FEWEST_WHOLE = 8
WHOLE_FROM, WHOLE_EVERY = 5, 16
LOOSENING = 3
STARTS = 4          # of rows of places
FAR_LOOSENING = 50   # half of what the judge takes
FAR_START = 5000     # of a single one: tables end at 4096, and half precision has no place beyond 2048
REACHES = (6, 4)    # powers of ten
FAR_REACH = 15      # where some number of an order is looked for: halves of a range go on for long until it is found
DEPTH, DEEP = 10, 0.25  # such below the task's, of a share of the elements: what is added to a logarithm's number shows there
# Of little numbers they make others that are none.
_OF_LITTLE = frozenset("log log_ log2 log10 logit reciprocal rsqrt div sqrt sqrt_ pow pow_ float_power xlogy".split())


def one_sided(task):
    """Floating values near the largest that the task draws, behind them such near the least; whole numbers most of which are
    one, and places that begin elsewhere in each row: decays that hardly decay, one bin that nearly all fall into."""
    base = own_inputs(task)
    generator = generator_of(task, "one_sided")
    whole = {index: _mostly_one(value, generator) for index, value in enumerate(base) if _may_be_uneven(task, base, index)}
    whole.update(_with_other_starts(task, base))
    far = _with_far_starts(task, base)
    free = {index: _near_ends(value, task.inputs[index]) for index, value in enumerate(base) if may_hold_any(value, task.inputs[index])}
    shares = {index: value for index, value in free.items() if _is_share(task.inputs[index])}
    choices = [({**whole, **free}, "values near an end of their range, most of the whole numbers the same"),
               ({**whole, **shares}, "shares near 0 and 1, most of the whole numbers the same"),
               (shares, "shares near 0 and 1"), (whole, "most of the whole numbers the same")]
    ends = {index: _with_whole_shares(value) for index, value in shares.items()}
    if ends and not far:
        choices.insert(0, ({**whole, **free, **ends}, choices[0][1] + ", some of them one"))
    near = peak_variants.all_near(task, [{**whole, **free}.get(index, value) for index, value in enumerate(base)])
    if near and not far:
        choices.insert(0, (dict(enumerate(near)), "values near an end of their range, inputs near each other"))
    own = [{**whole, **{index: base[index] for index in free}}.get(index, value) for index, value in enumerate(base)]
    little = None if far else cancelling.cancelling(task, own, near)
    if little is not None:
        choices.insert(0, (dict(enumerate(little)), "inputs of which a sum is little"))
    for values, words in [({**whole, **free, **far}, choices[0][1]), (far, "places")] if far else ():
        try:  # angles of far places lose digits
            return checked_variant(task, [values.get(index, value) for index, value in enumerate(base)], words + " that begin far away", FAR_LOOSENING)
        except NotApplicable:
            pass
    return first_with(task, base, choices, "no input is free to lie at one end of its range", LOOSENING, loses_variances=True)


def magnitudes(task):
    """Floating values of all sizes up to a million times those of the task, of both signs if the reference takes that: large ones
    are met nowhere else but a few hundred times as large."""
    base = own_inputs(task)
    floating_inputs(task)
    if task.trace().narrows:
        raise NotApplicable("the reference makes whole or eight-bit numbers, which end long before")
    deep = DEPTH if task.trace().names & _OF_LITTLE else 0
    reaches = [*([(FAR_REACH, 0)] if only_orders(task) and is_free_among_ties(task) else []), *((reach, deep) for reach in REACHES if deep), *((reach, 0) for reach in REACHES), *([(0, deep)] if deep else [])]
    choices = []
    for reach, depth in reaches:
        for has_little_lines in (True, False) if depth else (False,):
            for signed in (True, False):
                generator = generator_of(task, f"magnitudes {reach}")
                values = {index: _spread(value, task.inputs[index], reach, depth, signed, generator, looks_for_the_least(task))
                          for index, value in enumerate(base) if may_hold_any(value, task.inputs[index])}
                if has_little_lines:
                    values = {index: with_little_lines(value, 10.0 ** -depth) for index, value in values.items()}
                words = f"values of all sizes up to those of the task times 1e{reach}"
                choices.append((values, words + f", some down to 1e-{depth}" * bool(depth) + ", whole lines too" * has_little_lines))
    choices = [(values, words) for values, words in choices if all(is_finite(value) for value in values.values())]
    variant = first_with(task, base, choices, "no input is floating point and free to grow", LOOSENING)
    task.memo[TRIED].pop()  # beyond a limit there may be few of them, or one alone
    return variant


def _is_share(original):
    return bool((original >= 0).all()) and bool((original <= 1).all())


def _near_ends(value, original):
    """The first half of the first axis near the largest, the rest near the least."""
    low, high = float(original.min()), float(original.max())
    half = -(-value.shape[0] // 2)
    part = ((value.double() - low) / max(high - low, 1e-30)).clamp(0, 1) * NEAR * (high - low)
    out = low + part
    out[:half] = high - part[:half]
    return Structure(original).like(value, out.to(value.dtype))


def _with_whole_shares(value):
    """`value` with some of what is near one no less than that."""
    out = value.clone(memory_format=torch.contiguous_format)
    some = out.view(-1)[WHOLE_FROM::WHOLE_EVERY]
    some.copy_(torch.where(some > 0.5, torch.ones_like(some), some))
    return out


def _may_be_uneven(task, base, index):
    value = task.inputs[index]
    return isinstance(value, torch.Tensor) and not is_floating(value) and base[index].numel() >= FEWEST_WHOLE \
        and accidents.may_repeat(task, index) and not Structure(value).is_codes \
        and index not in segments.kept_together(task.inputs) and not segments.says_how_much(task.inputs, index)


def with_uneven_numbers(task, inputs):
    """`inputs` of other sizes with most of the whole numbers the same; None where they promise something."""
    generator = generator_of(task, "uneven")
    whole = {index: _mostly_one(value, generator) for index, value in enumerate(inputs) if _may_be_uneven(task, inputs, index)}
    return [whole.get(index, value) for index, value in enumerate(inputs)] if whole else None


def _mostly_one(value, generator):
    """The first and the last of a row stay; rows that never fall go on doing so."""
    out = value.clone(memory_format=torch.contiguous_format)
    rows = out.view(-1, value.shape[-1]) if value.shape[-1] > 2 else out.view(1, -1)
    inner = rows[:, 1:-1]
    number = inner.reshape(-1)[torch.randint(inner.numel(), (1,), generator=generator)]
    is_sorted = bool((rows.long().diff(dim=-1) >= 0).all())
    inner[torch.rand(inner.shape, generator=generator) < MOST] = number
    if is_sorted:
        rows.copy_(rows.sort(dim=-1).values)
    return out


def _with_other_starts(task, base):
    """Rows of whole numbers in equal steps, as places in a sequence are, that begin elsewhere than the first row does."""
    found = {}
    for index, value in enumerate(task.inputs):
        if isinstance(value, torch.Tensor) and isinstance(pattern_of(value), Ramp) and base[index].numel() > base[index].shape[-1]:
            rows = base[index].reshape(-1, base[index].shape[-1])
            moved = rows + torch.arange(len(rows), dtype=rows.dtype)[:, None] % STARTS
            if task.accepts([moved.view(base[index].shape) if at == index else one for at, one in enumerate(base)]):
                found[index] = moved.view(base[index].shape)
    return found


def _with_far_starts(task, base):
    """A single row of places one after another, as of what comes after a long past, which are no indices: the reference refuses those."""
    found = {}
    for index, value in enumerate(base):
        original = task.inputs[index]
        if not isinstance(original, torch.Tensor) or not isinstance(pattern_of(original), Ramp) or value.numel() > value.shape[-1] \
                or int(original.view(-1)[1] - original.view(-1)[0]) != 1 or value.element_size() < 4 \
                or index in segments.kept_together(task.inputs) or (index, 0) in segments.posts_of(task.inputs):
            continue
        moved = value + FAR_START
        if task.accepts([moved if at == index else one for at, one in enumerate(base)]):
            found[index] = moved
    return found


def _spread(value, original, reach, depth, signed, generator, is_above):
    scale = float(original.double().square().mean().sqrt()) or 1.0
    powers = reach * torch.rand(value.shape, generator=generator, dtype=torch.float64)
    signs = torch.rand(value.shape, generator=generator) < 0.5 if signed else value < 0
    if depth:
        down = -depth * torch.rand(value.shape, generator=generator, dtype=torch.float64)
        powers = torch.where(torch.rand(value.shape, generator=generator) < (DEEP if reach else 1), down, powers)
    size = scale * 10 ** powers
    drawn = torch.where(signs, -size, size)
    if signed and reach and reach != FAR_REACH:  # beside a line of the largest the others would be little
        drawn = with_far_lines(drawn, (scale if is_above else -scale) * 10.0 ** reach)
    return Structure(original).like(value, drawn.to(value.dtype))

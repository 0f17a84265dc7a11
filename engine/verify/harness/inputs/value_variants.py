# SPDX-License-Identifier: GPL-3.0-or-later
"""Inputs of other values, and the model in its other mode, at the sizes of "tiny"."""

import copy

import torch

from harness.inputs import accidents, cut_off, domain_ends, followers, segments, thin_lines
from harness.inputs.extra_variant import (base_inputs, checked_variant, first_that_applies, floating_inputs, generator_of, is_free_among_ties,
                                           looks_for_the_least, only_orders, own_inputs, same_kinds, takes_one_of_ties)
from harness.inputs.input_structure import Structure
from harness.task.reference_run import NotApplicable, Refused, Variant, all_finite, finite_mask, is_floating

SMALL, CONSTANT = 1e-3, 0.5
SIGNED_TRIAL, SIGNED_LIMIT = 1 << 20, 1000
EXPONENTS, MOST_EXPONENT = 32, 40  # below it exponents and places of bits are drawn; beyond those of 32 bits
REPEATED_EVERY, BEYOND_EVERY = 4, 5
ONES_FROM, ONES_EVERY = 5, 16
_LOWER, FAR_LEVEL = 3, 1 << 17  # levels below zero, and far below it
FAR_END = 1 << 50  # times such a level; a power of two, which keeps all digits


def zero_mean(task):
    """Most tasks draw positive numbers only: a lost abs, relu or sign would not show."""
    generator = generator_of(task, "zero_mean")
    base = base_inputs(task)
    joined = segments.kept_together(task.inputs)
    structures = {index: Structure(task.inputs[index]) for index, value in enumerate(base)
                  if isinstance(value, torch.Tensor) and value.numel() > 1
                  and not value.is_complex() and index not in joined}
    if not structures and not any(isinstance(value, torch.Tensor) for value in base):
        raise NotApplicable("no input is a tensor")
    inputs = list(base)
    for index, structure in structures.items():
        inputs[index] = structure.normal(base[index], generator) if is_floating(base[index]) \
            else structure.within_range(base[index], generator, segments.says_how_much(task.inputs, index))
    repeated = {index: _with_repeated(inputs[index]) for index in structures if not is_floating(base[index])
                and accidents.may_repeat(task, index) and bool((inputs[index] != inputs[index].reshape(-1)[0]).any())}
    _move_equal_integers(task, base, inputs, generator)
    words = "normal values with mean zero, integers in their range"
    choices = [(inputs, words)]
    if repeated:
        inputs = [repeated.get(index, value) for index, value in enumerate(inputs)]
        choices.insert(0, (inputs, words))
    signed = {index: structure.spread(base[index], generator, SIGNED_LIMIT, looks_for_the_least(task))
              for index, structure in structures.items()
              if is_data(task, inputs, index, structure, generator)}
    widened = {index: _one_beyond(inputs[index], structures[index].original) for index in signed}
    if widened:  # of powers and counts there may be few more
        choices.insert(0, ([widened.get(index, value) for index, value in enumerate(inputs)], words + " and one beyond"))
    exponents = {} if any(map(is_floating, inputs)) else _as_exponents(task, inputs, structures, generator)
    if exponents:
        choices.insert(0, ([exponents.get(index, value) for index, value in enumerate(inputs)], words + " and as exponents beyond 32 bits"))
    if signed:  # all at once they may be refused: lengths for instance
        both_signs = [signed.get(index, value) for index, value in enumerate(inputs)]
        choices.insert(0, (both_signs, words + " or of both signs"))
    first, text = choices[0]
    ones = [_with_ones(value) if index in structures and is_floating(value) and structures[index].is_free() else value
            for index, value in enumerate(first)]
    if any(new is not old for new, old in zip(ones, first)):
        choices.insert(0, (ones, text + ", some of them one"))
    return first_that_applies(task, choices, layouts=_behind_others(task, base))


def _as_exponents(task, inputs, structures, generator):
    """{index: whole numbers in the place of small ones, as far as 40}: exponents and places of bits. Beside floating numbers they are asked for
    where those are all equal, lest the largest powers hide the others."""
    base = base_inputs(task)
    return {index: structure.spread(base[index], generator, MOST_EXPONENT) for index, structure in structures.items()
            if is_data(task, inputs, index, structure, generator) and int(structure.original.abs().max()) < EXPONENTS}


def _with_ones(value):
    """`value` with an element here and there that is one, or one of the other sign where it has both: there a formula may divide by nothing.
    None in the first line along any axis."""
    out = value.clone(memory_format=torch.contiguous_format)
    inner = out[tuple(slice(1, None) if size > 1 else slice(None) for size in value.shape)]
    number = torch.arange(inner.numel()).view(inner.shape)
    ones = torch.ones_like(inner)
    if bool((value < 0).any()):
        ones[number // ONES_EVERY % 2 == 1] = -1
    inner.copy_(torch.where((number % ONES_EVERY == ONES_FROM) & (inner != 0), ones, inner))
    return out


def _with_repeated(value):
    """Whole numbers of which every fourth is like the one before it; the last of a row, which may say how much there is, stays."""
    out = value.clone(memory_format=torch.contiguous_format)
    rows = out.view(-1, value.shape[-1])
    last = rows[:, -1].clone()
    rows[:, 1::REPEATED_EVERY] = rows[:, :-1:REPEATED_EVERY]
    rows[:, -1] = last
    return out


def _one_beyond(value, original):
    """Whole numbers some of which are none, or one less than the least of the task's, if that is not below zero where theirs are above it, and one
    more than the largest."""
    low, high = int(original.min()), int(original.max())
    facts = torch.iinfo(value.dtype)
    ends = [number for number in (0, low - 1 if low else low, high + 1) if facts.min <= number <= facts.max]
    out = value.clone(memory_format=torch.contiguous_format)
    for at, number in enumerate(ends):
        out.view(-1)[at::BEYOND_EVERY] = number
    return out


def _behind_others(task, inputs):
    """Layouts of inputs that do not begin where their memory begins, as a part of another tensor; where the reference does nothing but move,
    a copy is no matter of course."""
    behind = {index: "behind" for index, value in enumerate(inputs) if isinstance(value, torch.Tensor) and value.numel() > 1
              and not value.is_complex()}
    return task.own_layouts() if task.moves_only() else {**behind, **task.own_layouts()}


def _move_equal_integers(task, base, inputs, generator):
    """Integers that are all the same, as labels that nobody has drawn or one number in a tensor, moved to the nearest
    ones that the reference takes, by whole blocks where sizes have no others; not up where they are a size, of which there is no more."""
    joined = segments.kept_together(task.inputs)
    for index, original in enumerate(task.inputs):
        if index in joined or not isinstance(original, torch.Tensor) or original.dtype == torch.bool or original.is_floating_point() \
                or original.is_complex() or not original.numel() or not bool((original == original.reshape(-1)[0]).all()):
            continue
        number = int(base[index].reshape(-1)[0])
        is_one = original.numel() == 1
        is_full = number > 0 and any(number in value.shape for value in base if isinstance(value, torch.Tensor))
        step = max([block for block in task.memo.get(followers.WHOLE_BLOCKS, ()) if int(original.reshape(-1)[0]) % block == 0], default=1)
        for other in (number + step, number - step):
            if other < 0 <= number or other > number and is_full:
                continue
            choices = torch.tensor([other] if is_one else [number, other], dtype=original.dtype)
            moved = choices[torch.randint(len(choices), inputs[index].shape, generator=generator)]
            trial = [moved if at == index else value for at, value in enumerate(inputs)]
            if task.accepts(trial):
                inputs[index] = moved
                break


def far_below(dtype):
    """How far below zero numbers of a dtype keep halves, beyond what kernels may write for minus infinity."""
    return FAR_LEVEL if dtype.itemsize > 2 else 0


def ties(task):
    """Many equal values, where which of them is the answer shows in an index."""
    if not takes_one_of_ties(task) or is_free_among_ties(task):
        raise NotApplicable("no answer is the index of one of several equal values")
    floating_inputs(task)
    return _decided(task, own_inputs(task), "a handful of values, most of them equal")


def to_the_end(below, sign):
    """Numbers below zero so far from it, with that sign, as what stands for infinity does not reach; whole ones at the end of their dtype."""
    if below.is_floating_point():
        return below * (-sign * FAR_END) if torch.finfo(below.dtype).max > FAR_END ** 2 else below * -sign
    facts, above = torch.iinfo(below.dtype), below - below.min()
    return facts.max - above if sign > 0 else facts.min + above


def with_ties(task, base, words, is_below=False):
    """The same in the sizes of `base`, as a variant of its own kind; None where it does not apply. `is_below`: with values below zero."""
    if not takes_one_of_ties(task) or is_free_among_ties(task) or not any(is_floating(value) and value.numel() for value in base):
        return None
    try:
        return _decided(task, base, words + ", most of it equal", is_below)
    except NotApplicable:
        return None


def _decided(task, base, words, is_below=False):
    if only_orders(task):  # what computes before it looks which is larger may take these for equal
        try:
            return _levels(task, base, words + ", or almost", is_below, are_apart=True)
        except NotApplicable:
            pass
    return _levels(task, base, words, is_below)


def _levels(task, base, words, is_below, are_apart=False):
    """`are_apart`: of some elements the next smaller or larger number."""
    generator = generator_of(task, "ties")
    inputs = []
    for value, original in zip(base, task.inputs):
        structure = Structure(original)
        if is_floating(value) and structure.few is None and structure.pattern is None:
            levels = torch.randint(-2, 3, value.shape, generator=generator).to(value.dtype)
            levels[..., :1] = 0  # neither the largest nor the least of many: who answers 0 where nothing is found would be right by chance
            if is_below:
                levels = to_the_end(levels - _LOWER, 1 if looks_for_the_least(task) else -1) if only_orders(task) \
                    else levels - _LOWER - 2 * far_below(value.dtype)
            drawn = levels * 0.5
            if are_apart:
                steps = torch.randint(-1, 2, value.shape, generator=generator)
                drawn = torch.where(steps == 0, drawn, drawn.nextafter(steps.to(drawn.dtype) * float("inf")))
            value = structure.like(value, drawn)
        inputs.append(value)
    try:
        variant = Variant(task, task.model, inputs, task.init_seed, detail=words)
    except Refused as error:
        raise NotApplicable(f"the reference refuses it: {error}") from error
    indices = [(native, exact) for native, exact in variant.all_values() if not native.is_floating_point()]
    if not indices or not all(torch.equal(*pair) for pair in indices):
        raise NotApplicable("no answer is the index of one of several equal values")
    if not all(same_kinds(*pair) for pair in variant.all_values()):
        raise NotApplicable("PyTorch itself overflows there")
    variant.is_decided = True
    return variant


def is_data(task, inputs, index, structure, generator):
    """Integers that the reference takes whatever they are; indices and labels it does not."""
    value = inputs[index]
    if is_floating(value) or value.dtype == torch.bool or structure.is_flags or structure.is_codes or structure.labels is not None:
        return False
    if structure.pattern is not None and not structure.pattern.by_chance \
            or index in segments.kept_together(task.inputs) or segments.says_how_much(task.inputs, index):
        return False
    trial = list(inputs)
    trial[index] = structure.spread(value, generator, SIGNED_TRIAL)
    return task.accepts(trial) and not cut_off.cuts_more(task, task.model, trial)


def scaled(task, factor, change=lambda structure, value: value):
    """The inputs, times the factor. Labels stay: twice a class is no class."""
    inputs = []
    for value, original in zip(floating_inputs(task), task.inputs):
        if is_floating(value):
            structure = Structure(original)
            if structure.few is None:
                value = change(structure, value) * factor
        inputs.append(value)
    if not all_finite(inputs):
        raise NotApplicable("the inputs themselves overflow")
    return inputs


def small(task):
    inputs, words = scaled(task, SMALL), "floating values times 0.001"
    try:
        return _with_zero_lines(task, inputs, words) or checked_variant(task, inputs, words, 10)
    except NotApplicable:
        other = domain_ends.near_its_ends(task)
        if other is None:
            raise
        return other


def _with_zero_lines(task, inputs, words):
    """The variant with lines of zeros, as activations have: a lost epsilon divides by zero there, and the logarithm of a share
    that is nothing is infinite. Of all inputs, or else of one. None where the reference does so, too, or where equal values
    leave it open which index is the answer."""
    zeroed = {index: Structure(original).with_zero_lines(value) for index, (value, original) in enumerate(zip(inputs, task.inputs))
              if is_floating(value)}
    zeroed = {index: value for index, value in zeroed.items() if value is not inputs[index]}
    single = [dict([one]) for one in zeroed.items()] if len(zeroed) > 1 else []
    for chosen in [zeroed, *single] if zeroed else []:
        try:
            variant = checked_variant(task, [chosen.get(index, value) for index, value in enumerate(inputs)], words + ", some lines zero", 10)
        except NotApplicable:
            continue
        if all(is_floating(value) for value in variant.native):
            return variant
    return None


def constant(task):
    """A power of two: sums and means of it are exact, so only a kernel's formula can go wrong.
    Negative where the reference takes that: then the largest of all values is negative, too."""
    choices = [(_all_equal(task, value), f"floating values all {value}") for value in (-CONSTANT, CONSTANT)]
    joined = segments.kept_together(task.inputs)
    whole = {index: Structure(task.inputs[index]) for index, value in enumerate(choices[0][0]) if segments.is_whole(value) and index not in joined}
    exponents = _as_exponents(task, choices[0][0], whole, generator_of(task, "constant"))
    if exponents:
        choices = [*(([exponents.get(index, value) for index, value in enumerate(inputs)], words + " and as exponents beyond 32 bits")
                     for inputs, words in choices), *choices]
    return first_that_applies(task, choices, 100)


def _all_equal(task, number):
    inputs = []
    for value, original in zip(floating_inputs(task), task.inputs):
        if is_floating(value):
            structure = Structure(original)
            if structure.few is None:
                value = structure.like(value, torch.full_like(value, number))
        inputs.append(value)
    return inputs


ALIKE_EVERY = 4
FLAT, FLAT_STEP = 30.0, 0.37  # of rows of one number each: their squares have no exact mean


def zeros(task):
    """The largest floating input without a number in it, as a new buffer or padding is: a lost epsilon divides by zero in every
    block. Where the reference refuses that, one element of each row."""
    inputs = list(floating_inputs(task))
    free = [index for index, value in enumerate(inputs) if is_floating(value) and Structure(task.inputs[index]).is_free()]
    if not free:
        raise NotApplicable("the values of every input keep a promise")
    index = max(free, key=lambda at: inputs[at].numel())
    one = [*inputs[:index], _one_zero_in_each(inputs[index]), *inputs[index + 1:]]
    inputs[index] = torch.zeros_like(inputs[index])
    try:
        return _coarse_variant(task, inputs, f"input {index} all zero, compared coarsely")
    except NotApplicable:
        return _coarse_variant(task, one, f"input {index} with one zero in each row, compared coarsely")


def _one_zero_in_each(value):
    """`value` with a zero in each row, one place further on from row to row: a pivot that is nothing, or a factor."""
    out = value.clone(memory_format=torch.contiguous_format)
    rows = out.view(-1, value.shape[-1] if value.dim() else 1)
    at = torch.arange(len(rows))
    rows[at, at % rows.shape[1]] = 0
    return out


def flat_rows(task):
    """Rows that are one number each, far from zero: a variance taken as a difference of two means may be negative there."""
    inputs = [_flat(value) if is_floating(value) and value.dim() and Structure(task.inputs[index]).is_free() else value
              for index, value in enumerate(own_inputs(task))]
    if all(new is old for new, old in zip(inputs, own_inputs(task))):
        raise NotApplicable("no input is floating point and free to have equal rows")
    words = "rows of one number each, far from zero, compared coarsely"
    alike = _some_as_the_first(task.inputs, own_inputs(task), inputs)
    if alike:
        try:
            return _coarse_variant(task, [alike.get(index, value) for index, value in enumerate(inputs)], words + ", others those of the first input")
        except NotApplicable:
            pass
    return _coarse_variant(task, inputs, words)


def _some_as_the_first(originals, base, flat):
    """{index: values} with every fourth row as it is drawn, and in all inputs of a shape that of the first of them: what lies in one direction, the
    cosine of which rounding brings beyond one."""
    first, found = {}, {}
    for index, (value, new) in enumerate(zip(base, flat)):
        if new is value or value.dim() < 2:
            continue
        at, rows = first.setdefault((value.shape, value.dtype), (index, value.reshape(-1, value.shape[-1])[ALIKE_EVERY - 1::ALIKE_EVERY]))
        may_be = at != index and thin_lines.may_be_another(originals[index], originals[at])
        for one, old in ((at, flat[at]), (index, new)) if may_be else ():
            out = found.setdefault(one, old.clone(memory_format=torch.contiguous_format))
            out.view(-1, out.shape[-1])[ALIKE_EVERY - 1::ALIKE_EVERY] = rows
    return found


def _flat(value):
    rows = value.reshape(-1, value.shape[-1])
    numbers = FLAT + FLAT_STEP * torch.arange(len(rows), dtype=torch.float64)
    signs = torch.where(rows[:, 0] < 0, -1.0, 1.0)
    return (numbers * signs).to(value.dtype)[:, None].expand_as(rows).reshape(value.shape).clone()


def _coarse_variant(task, inputs, words):
    if not task.answers_finite():
        raise NotApplicable("the task's own answers are not finite")
    if not all(value.is_floating_point() for value in task.answer(base_inputs(task)).values):
        raise NotApplicable("an answer is no floating number")
    return checked_variant(task, inputs, words, is_coarse=True)


# Tried in this order until torch's own answer agrees with float64 on what is NaN or infinite.
_SPECIAL = (("inf", "-inf", "huge", "0", "-0"), ("inf", "-inf", "0", "-0"), ("-inf", "0", "-0"),
            ("inf", "0", "-0"), ("huge", "0", "-0"), ("0", "-0"))
_FINITE_SHARE = 0.25


def special(task):
    """No NaN: whether a maximum keeps it differs between Triton and PyTorch."""
    inputs = floating_inputs(task)
    index = max((at for at, value in enumerate(inputs) if is_floating(value)),
                key=lambda at: inputs[at].numel())
    for words in _SPECIAL:
        trial = list(inputs)
        trial[index] = _with_special(inputs[index], words)
        if trial[index] is None:
            continue
        try:
            variant = Variant(task, task.model, trial, task.init_seed,
                              detail="some elements are " + ", ".join(words))
        except Refused:
            continue
        if all(same_kinds(*pair) for pair in zip(variant.native, variant.values)) \
                and _finite_share(variant.values) >= _FINITE_SHARE:
            return variant
    raise NotApplicable("no place for infinities was found that torch and float64 agree on")


def _with_special(value, words):
    """In elements spread evenly over those that are not zero already; None if they are few."""
    out = value.clone(memory_format=torch.contiguous_format)
    flat = out.view(-1)
    places = flat.nonzero().view(-1)
    if len(places) <= len(words):
        return None
    for number, word in enumerate(words):
        flat[places[number * len(places) // len(words)]] = \
            torch.finfo(value.dtype).max / 4 if word == "huge" else float(word)
    return out


def _finite_share(values):
    floating = [value for value in values if value.is_floating_point()]
    count = sum(value.numel() for value in floating)
    finite = sum(int(finite_mask(value).sum()) for value in floating)
    return finite / count if count else 1.0


def eval_mode(task):
    if not isinstance(task.model, torch.nn.Module):
        raise NotApplicable("the reference has no modes")
    if not task.train_mode:
        raise NotApplicable("every variant is judged in eval mode")
    inputs = own_inputs(task)
    model = copy.deepcopy(task.model)
    model.train(False)
    return checked_variant(task, inputs, "eval mode with gradients: running statistics, nothing dropped, no other branch",
                           model=model, train_mode=False, gradients=True)

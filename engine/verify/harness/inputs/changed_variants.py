# SPDX-License-Identifier: GPL-3.0-or-later
"""Inputs that are almost those of another variant: who knows inputs again by some of their values takes one for the other."""

import functools
import typing

import torch

from harness.inputs import patterns, segments
from harness.inputs.extra_variant import LIMITS, distance, first_that_applies, generator_of
from harness.inputs.input_structure import Structure
from harness.task.reference_run import NotApplicable, is_floating

# So many elements changed, one in so many at most, until the answer is off by so many times
# what the judge allows (kRules of variants.cpp loosen its floor ten times).
SOME_CHANGED, MANY_ONE_IN, SHOWN = 8, 512, 3 * 10
MOST_CHANGED_AGAIN = 1 << 18
SWAPS_TRIED = 64
FEW_CHANGED = "few changed"  # in Task.memo: _Before


class _Before(typing.NamedTuple):
    """What is almost the same."""
    words: str
    inputs: list
    answer: list  # exact


def few_changed(task):
    """Those of new_seed, at the task's own size and with its weights, but for the fewest elements of each input that show in the answer:
    what knows an input again by some of its values gives the answer of then. Whoever looks at a share f of them misses one change with
    1 - f, and this one and the two swapped elements behind it but for about 2 f^2."""
    before = _before(task)
    floating, others, _ = _changeable(task, before.inputs)
    variant = _changed(task, "few_changed", before, floating or others, ())
    task.memo[FEW_CHANGED] = _Before("the inputs of few_changed", variant.inputs, [exact for _, exact in variant.all_values()])
    return variant


def few_changed_again(task):
    """Those of few_changed but for one input, two elements of which are swapped, for those who may know inputs again: by the other
    inputs, or by sums."""
    if FEW_CHANGED not in task.memo:
        try:
            few_changed(task)
        except NotApplicable:
            pass
    return _alone(task, "few_changed_again", task.memo.get(FEW_CHANGED) or _before(task), 0,
                  (("two elements of input {} swapped", _swapped),))


def few_changed_last(task):
    """Those of new_seed but for another one, of the other sign, behind all others: for those who may know how many came before."""
    return _alone(task, "few_changed_last", _before(task), 1,
                  (("input {} of the other sign", _turned), ("two elements of input {} swapped", _swapped)))


def _before(task):
    _, _, inputs = task.new_draw()
    return _Before("the inputs of new_seed", inputs, task.new_answer())


def _alone(task, name, before, number, ways):
    """One of the inputs, of all numbers another one, changed in the first of these ways that shows, or as few_changed does."""
    if sum(value.numel() for value in task.inputs if isinstance(value, torch.Tensor)) > MOST_CHANGED_AGAIN:
        raise NotApplicable("the inputs are large: one such change tells enough")
    floating, others, amounts = _changeable(task, before.inputs)
    indices = sorted(floating + others + amounts)
    if not indices:
        return _changed(task, name, before, (), ())
    first = int(torch.randint(len(indices), (1,), generator=generator_of(task, "changed alone")))
    index = indices[(first + number) % len(indices)]
    return _changed(task, name, before, (index,), [(words.format(index), change) for words, change in ways], index not in amounts)


def _changed(task, name, before, indices, ways, one_by_one=True):
    """The variant of `before` with the inputs of these indices changed: in one of the `ways`, else (`one_by_one`) some of their elements,
    until it shows."""
    if not indices:
        raise NotApplicable("no input has an element that may change alone")
    model, seed, _ = task.new_draw()
    most = max(1 + before.inputs[index].numel() // MANY_ONE_IN for index in indices)
    some = [(words, [change]) for words, change in ways]
    for count in sorted({1, min(SOME_CHANGED, most), most}) if one_by_one else ():
        if ways:
            words = f"one element of input {indices[0]}" if count == 1 else f"few elements of input {indices[0]}"
        else:
            words = "one element" if count == 1 else "few elements"
        some.append((words, [functools.partial(_with_changes, count=count, change=change) for change in (-3.0, 4.0)]))
    variant, reason = None, None
    for words, changes in some:
        choices = []
        for change in changes:
            generator = generator_of(task, name)
            inputs = list(before.inputs)
            for index in indices:
                inputs[index] = change(before.inputs[index], task.inputs[index], generator)
            choices.append((inputs, f"{before.words}, {words}"))
        if all(new is old for new, old in zip(choices[0][0], before.inputs)):
            reason = reason or NotApplicable("no input has an element that may change alone")
            continue
        try:
            variant = first_that_applies(task, choices, model=model, init_seed=seed)
        except NotApplicable as error:
            reason = error
            continue
        if _shows(variant, before.answer):
            break
    if variant is None:
        raise reason
    return variant


def _changeable(task, inputs):
    """Indices of the inputs of which an element may change alone: floating ones, whole numbers and labels, and numbers
    that say how much of another input there is, which may change places."""
    floating, others, amounts = [], [], []
    for index, (value, original) in enumerate(zip(inputs, task.inputs)):
        if not isinstance(value, torch.Tensor) or value.numel() < 2 or value.is_complex():
            continue
        structure = Structure(original)
        if structure.symmetric or isinstance(structure.pattern, patterns.Symmetric):
            continue  # one element of a pair would be another one alone
        if is_floating(value) and structure.few is None:
            floating.append(index)
        elif isinstance(structure.pattern, patterns.Parts) and bool((value != value.reshape(-1)[0]).any()):
            amounts.append(index)
        elif (structure.pattern is None or structure.pattern.by_chance) and index not in segments.kept_together(task.inputs) \
                and bool((value != value.reshape(-1)[0]).any()):
            (amounts if segments.says_how_much(task.inputs, index) else others).append(index)
    return floating, others, amounts


def _swapped(value, original, generator):
    """Two elements that differ have changed places; those that differ most of some, so that it shows."""
    flat = value.reshape(-1)
    pairs = torch.randint(flat.numel(), (SWAPS_TRIED, 2), generator=generator)
    apart = (flat[pairs[:, 0]].double() - flat[pairs[:, 1]].double()).abs()
    if Structure(original).has_zeros:
        apart = torch.where((flat[pairs] == 0).any(1), 0.0, apart)
    if not bool((apart > 0).any()):
        return value
    first, second = pairs[int(apart.argmax())].tolist()
    out = value.clone(memory_format=torch.contiguous_format)
    out.view(-1)[[first, second]] = flat[[second, first]]
    return Structure(original).like(value, out) if is_floating(value) else out


def _turned(value, original, generator):
    del generator
    structure = Structure(original)
    return structure.like(value, -value) if is_floating(value) and structure.few is None else value


def _with_changes(value, original, generator, count, change):
    """`count` elements times `change`, after they were moved away from zero; of labels and whole numbers each one gets the value of
    another."""
    out = value.clone(memory_format=torch.contiguous_format)
    flat = out.view(-1)
    places = torch.randperm(flat.numel(), generator=generator)[:count]
    structure = Structure(original)
    if not is_floating(value) or structure.few is not None:
        for place in places:
            others = flat[flat != flat[place]]
            if others.numel():
                flat[place] = others[torch.randint(others.numel(), (1,), generator=generator)[0]]
        return out
    least = value.double().square().mean().sqrt()
    chosen = flat[places].double()
    flat[places] = (torch.copysign(chosen.abs().clamp(min=least), chosen) * change).to(flat.dtype)
    return structure.like(value, out)


def _shows(variant, before):
    """Whether the answer differs from the one before by more than the judge lets pass."""
    return any(distance(exact, other) > SHOWN * LIMITS.get(native.dtype, 0)
               for (native, exact), other in zip(variant.all_values(), before))

# SPDX-License-Identifier: GPL-3.0-or-later
"""Inputs that are almost those of another variant: who knows inputs again by some of their values takes one for the other."""

import torch

from harness.inputs import segments
from harness.inputs.extra_variant import LIMITS, distance, first_that_applies, generator_of
from harness.inputs.input_structure import Structure
from harness.task.reference_run import NotApplicable, is_floating

# So many elements changed, one in so many at most, until the answer is off by so many times
# what the judge allows (kRules of variants.cpp loosen its floor ten times).
SOME_CHANGED, MANY_ONE_IN, SHOWN = 8, 512, 3 * 10
MOST_CHANGED_AGAIN = 1 << 18


def few_changed(task):
    """Those of new_seed, at the task's own size and with its weights, but for the fewest elements that show in the answer: what knows an
    input again by some of its values gives the answer of then. Whoever looks at a share f of them misses one change with 1 - f, and
    three at different places (few_changed_again, few_changed_last) but for f^3."""
    return _changed(task, "few_changed")


def few_changed_again(task):
    """The same at other places, for those who may know inputs again."""
    _refuse_if_large(task)
    return _changed(task, "few_changed_again")


def few_changed_last(task):
    """The same at other places, behind all others: for those who may know how many came before."""
    _refuse_if_large(task)
    return _changed(task, "few_changed_last")


def _refuse_if_large(task):
    if sum(value.numel() for value in task.inputs if isinstance(value, torch.Tensor)) > MOST_CHANGED_AGAIN:
        raise NotApplicable("the inputs are large: one such change tells enough")


def _changed(task, name):
    model, seed, before = task.new_draw()
    places = _places_of_change(task, before)
    if not places:
        raise NotApplicable("no input has an element that may change alone")
    most = max(1 + before[index].numel() // MANY_ONE_IN for index in places)
    variant = None
    for count in sorted({1, min(SOME_CHANGED, most), most}):
        choices = []
        for words, change in (("of the other sign", -3.0), ("four times as large", 4.0)):
            generator = generator_of(task, name)
            inputs = list(before)
            for index in places:
                inputs[index] = _with_changes(before[index], task.inputs[index], count, change, generator)
            choices.append((inputs, f"the inputs of new_seed, {'one element' if count == 1 else 'few elements'} {words}"))
        try:
            variant = first_that_applies(task, choices, model=model, init_seed=seed)
        except NotApplicable:
            if count == most and variant is None:
                raise
            continue
        if _shows(variant, task.new_answer()):
            break
    return variant


def _places_of_change(task, before):
    """Indices of the inputs of which an element may change alone; whole numbers and labels where no other may."""
    floating, others = [], []
    for index, (value, original) in enumerate(zip(before, task.inputs)):
        if not isinstance(value, torch.Tensor) or value.numel() < 2 or value.is_complex():
            continue
        structure = Structure(original)
        if is_floating(value) and structure.few is None:
            floating.append(index)
        elif (structure.pattern is None or structure.pattern.by_chance) and index not in segments.kept_together(task.inputs) \
                and not segments.says_how_much(task.inputs, index) and bool((value != value.reshape(-1)[0]).any()):
            others.append(index)
    return floating or others


def _with_changes(value, original, count, change, generator):
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

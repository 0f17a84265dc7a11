# SPDX-License-Identifier: GPL-3.0-or-later
"""Other numbers, flags and texts than the constructor is given, where no weight has another size for it. A kernel may be made for those of the
task: who takes no notice of another one, and answers as with the task's (`fixed`), is let be and flagged. So is who goes wrong where a number may
have to fit the sizes of inputs, as the length of a block that each of some scales is for."""

import copy

import torch

from harness.inputs import argument_variants, idle_inputs
from harness.inputs.extra_variant import checked_variant, of_number, own_inputs
from harness.task.reference_run import NotApplicable, Refused, is_floating, run_native, same_values, state_of

SETTINGS = "settings"  # in Task.memo: those found so far, and the others
NOTHING = "the constructor is given nothing that may be another one"


def other_settings(number):
    """Makes other_settings, other_settings_2: one of the arguments of the constructor another one, in an order that the seed says; those with which
    the reference gives another answer of the same ranks, with weights of the same sizes."""
    return lambda task: of_number(task, number, _free, NOTHING)


def fitting_settings(number):
    """Makes other_settings_3, other_settings_4: likewise of those that may have to fit sizes."""
    return lambda task: of_number(task, number, _fitting, NOTHING)


def _free(task):
    return (variant for variant, has_to_fit in _each(task) if not has_to_fit)


def _fitting(task):
    return (variant for variant, has_to_fit in _each(task) if has_to_fit)


def _each(task):
    """(variant, whether its setting may have to fit sizes), each made once."""
    found, more = task.memo.setdefault(SETTINGS, ([], _taken(task)))
    number = 0
    while number < len(found) or (following := next(more, None)) is not None:
        if number == len(found):
            found.append(following)
        yield found[number]
        number += 1


def _taken(task):
    arguments, keywords = task.init
    places = [(0, at) for at in range(len(arguments))] + [(1, key) for key in keywords]
    for which, at in argument_variants.shuffled(task, "other settings", places):
        value = task.init[which][at]
        for other in argument_variants.others_of(task, value):
            variant = _variant(task, which, at, other, f"the constructor is given {other} in place of {value}")
            if variant is not None:
                yield variant, not (type(value) in (bool, float, str) or _reads_as_much(task, variant)) or idle_inputs.are_among(task)
                break


def _reads_as_much(task, variant):
    """Whether the answer hangs on the last elements of each input wherever the task's own does, along each axis."""
    return all(_reads_end(variant.model, variant.inputs, index, axis) or not _reads_end(task.model, variant.inputs, index, axis)
               for index, value in enumerate(variant.inputs) if is_floating(value) for axis in range(value.dim()))


def _reads_end(model, inputs, index, axis):
    changed = list(inputs)
    changed[index] = value = inputs[index].clone()
    if not value.numel():
        return False
    end = value.narrow(axis, value.shape[axis] - 1, 1)
    end.copy_(2 * end.flip(*range(end.dim())) + 1)
    try:
        before, after = (run_native(model, values, 0).values for values in (inputs, changed))
    except Refused:
        return True
    return not all(same_values(*pair) for pair in zip(before, after))


def _variant(task, which, at, other, words):
    """None where the reference takes no such argument, or it changes nothing, or weights."""
    init = list(task.init[0]), dict(task.init[1])
    init[which][at] = other
    init = tuple(init[0]), init[1]
    base = own_inputs(task)
    try:
        model = task.build(task.init_seed, base, init=init)
        if hasattr(model, "train"):
            model.train(task.train_mode)
        if {name: value.shape for name, value in state_of(model).items()} != {name: value.shape for name, value in state_of(task.model).items()}:
            return None
        variant = checked_variant(task, base, words, may_reshape=True, model=model, init=init)
        variant.fixed = _with_own_settings(task, model, base)
    except (NotApplicable, Refused):
        return None
    before = task.answer(base).values
    is_other = len(before) == len(variant.native) and [value.dim() for value in before] == [value.dim() for value in variant.native] \
        and not all(same_values(one, new) for one, new in zip(before, variant.native))
    return variant if is_other else None


def _with_own_settings(task, model, inputs):
    """The answer of a model of the task's own settings with the weights of another one; nothing where there is none."""
    try:
        twin = copy.deepcopy(task.model)
        if isinstance(twin, torch.nn.Module):
            twin.load_state_dict(model.state_dict())
        return run_native(twin, inputs, 0).values
    except Exception:  # a model that cannot be copied
        return ()

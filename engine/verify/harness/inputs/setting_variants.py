# SPDX-License-Identifier: GPL-3.0-or-later
"""Other numbers, flags and texts than the constructor is given, where no weight has another size for it. A kernel may be made for those of the
task: who takes no notice of another one, and answers as with the task's (`fixed`), is let be and flagged. So is who goes wrong where a number may
have to fit the sizes of inputs, as the length of a block that each of some scales is for."""

import copy
import inspect

import torch

from harness.inputs import argument_variants, cut_off, idle_inputs, mixed_values, segments
from harness.inputs.extra_variant import checked_variant, of_number, own_inputs
from harness.inputs.free_sizes import is_cheap
from harness.inputs.input_structure import Structure, may_hold_any
from harness.task.reference_run import NotApplicable, Refused, is_floating, run_native, same_values, state_of

SETTINGS = "settings"  # in Task.memo: those found so far, and the others
LARGE = 30.0  # times the task's values
LARGEST_COUNT, MOST_PARTS = 16, 3  # of heads, groups or layers, which say what weights there are; of flags and texts
NOTHING = "the constructor is given nothing that may be another one"


def other_settings(number):
    """Makes other_settings and its like: one of the arguments of the constructor, given or left to its default, another one, in an order that the seed says; those with which
    the reference gives another answer of the same ranks, with weights of the same sizes."""
    return lambda task: of_number(task, number, _free_near, NOTHING)


def far_settings(number):
    """Makes far_settings, far_settings_2: likewise numbers several times as large, or as near to one. A tile or a number of rounds of its own may
    be enough for all that lie near those of the task."""
    return lambda task: of_number(task, number, _free_far, NOTHING)


def end_settings(number):
    """Makes end_settings and its like: likewise what arguments may be at the most: zero, infinite where the reference's text has that, nothing at
    all, a pair for a whole number, or a number that the text compares with."""
    return lambda task: of_number(task, number, _free_ends, NOTHING)


def other_forms(number):
    """Makes other_forms and its like: an argument with which the reference has other weights, more of them or fewer."""
    return lambda task: of_number(task, number, _forms, "the constructor is given nothing that changes what weights there are")


def fitting_settings(number):
    """Makes fitting_settings, fitting_settings_2: likewise of those that may have to fit sizes."""
    return lambda task: of_number(task, number, _fitting, NOTHING)


def _free_near(task):
    return (variant for variant, has_to_fit in _each(task, _near) if not has_to_fit)


def _free_far(task):
    return (variant for variant, has_to_fit in _each(task, _far) if not has_to_fit)


def _fitting(task):
    return (variant for variant, has_to_fit in _each(task, _near) if has_to_fit)


def _each(task, taken):
    """(variant, whether its setting may have to fit sizes), each made once."""
    found, more = task.memo.setdefault((SETTINGS, taken), ([], taken(task)))
    number = 0
    while number < len(found) or (following := next(more, None)) is not None:
        if number == len(found):
            found.append(following)
        yield found[number]
        number += 1


def _near(task):
    return _taken(task, "other settings", _near_groups(task))


def _near_groups(task):
    """Each text is a way of its own."""
    def groups_of(value):
        others = argument_variants.others_of(task, value)
        if value is None:
            return [others, argument_variants.texts_of(task)[:MOST_PARTS], list(argument_variants.HALVES)]
        return [[other] for other in others] if type(value) is str else [others]
    return groups_of


def _ends(task):
    return _taken(task, "end settings", lambda value: argument_variants.ends_of(task, value))


def _free_ends(task):
    return (variant for variant, has_to_fit in _each(task, _ends) if not has_to_fit)


def _far(task):
    return _taken(task, "far settings", lambda value: argument_variants.far_others_of(task, value))


def _taken(task, purpose, groups_of):
    """(variant, whether it may have to fit): of each argument the first that the reference takes of each group of other values; first groups first."""
    values = values_of(task)
    groups = [(number, which, at, group) for which, at in argument_variants.shuffled(task, purpose, list(values))
              for number, group in enumerate(groups_of(values[which, at]))]
    for _, which, at, group in sorted(groups, key=lambda one: one[0]):
        value = values[which, at]
        for other in group:
            variant = _variant(task, which, at, other, f"the constructor is given {str(other)[:80]} in place of {str(value)[:80]}")
            if variant is not None:
                yield variant, not (type(value) in (bool, float, str, type(None)) or _reads_as_much(task, variant)) or idle_inputs.are_among(task)
                break


def _forms(task):
    """One variant for each argument with which weights have other names or sizes, in an order that the seed says."""
    values, base = values_of(task), own_inputs(task)
    own, rank = _form_of(task.model), [value.dim() for value in task.answer(base).values]
    for place in argument_variants.shuffled(task, "other forms", list(values)):
        value = values[place]
        options = [value * 2, 2, 4, 1, 3, value // 2] if type(value) is int and 0 < value <= LARGEST_COUNT else argument_variants.others_of(task, value)[:MOST_PARTS]
        for other in argument_variants.shuffled(task, f"form {place}", [one for one in dict.fromkeys(options) if one != value or type(one) is not type(value)]) \
                if isinstance(value, (bool, int, str, type(None))) else ():
            try:
                model, init = _made_with(task, {place: other}, base)
                if _form_of(model) == own or not is_cheap(model, base) or cut_off.slices_more(task, model, base):
                    continue
                variant = checked_variant(task, base, f"the constructor is given {other} in place of {value}, which makes other weights",
                                          may_reshape=True, model=model, init=init)
            except (NotApplicable, Refused):
                continue
            if [one.dim() for one in variant.native] == rank:
                yield variant
                break


def _form_of(model):
    return {name: value.shape for name, value in state_of(model).items()}


def values_of(task):
    """{(0, place) or (1, name): value} of the arguments of the constructor: those that the task gives, and those that it leaves to their defaults."""
    arguments, keywords = task.init
    found = {**{(0, at): value for at, value in enumerate(arguments)}, **{(1, key): value for key, value in keywords.items()}}
    try:
        parameters = list(inspect.signature(type(task.model).__init__).parameters.values())[1:]
    except (TypeError, ValueError):
        return found
    for parameter in parameters[len(arguments):]:
        if parameter.default is not parameter.empty and parameter.name not in keywords:
            found[1, parameter.name] = parameter.default
    return found


def judged(task):
    """{(which, at): (another value, ...)} of the arguments that other_settings and far_settings have changed."""
    found = {}
    for variants in (_free_near, _free_far):
        for variant in task.memo.get(variants, ((),))[0]:
            which, at, other = variant.setting
            found.setdefault((which, at), []).append(other)
    return found


def with_settings(task, changes, inputs):
    """(model, its arguments) with {(which, at): value} in place of the task's. Raises NotApplicable where weights change."""
    model, init = _made_with(task, changes, inputs)
    if _form_of(model) != _form_of(task.model):
        raise NotApplicable("weights have other sizes then")
    return model, init


def _made_with(task, changes, inputs):
    init = list(task.init[0]), dict(task.init[1])
    for (which, at), value in changes.items():
        init[which][at] = value
    init = tuple(init[0]), init[1]
    try:
        model = task.build(task.init_seed, inputs, init=init)
    except Refused as error:
        raise NotApplicable(f"the reference refuses it: {error}") from error
    if hasattr(model, "train"):
        model.train(task.train_mode)
    return model, init


def together(task):
    """Makes settings_together: all of them at once that were changed one by one."""
    changes = {place: others[0] for place, others in judged(task).items()}
    if len(changes) < 2:
        raise NotApplicable("the constructor is given no two numbers, flags or texts that may be other ones")
    inputs = own_inputs(task)
    model, init = with_settings(task, changes, inputs)
    if not is_cheap(model, inputs) or cut_off.slices_more(task, model, inputs):
        raise NotApplicable("it costs too much, or a part is taken that is larger than the whole")
    values = values_of(task)
    words = ", ".join(f"{other} in place of {values[place]}" for place, other in changes.items())
    return checked_variant(task, inputs, f"the constructor is given {words}", may_reshape=True, model=model, init=init)


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
    """None where the reference takes no such argument, or it changes nothing, or weights, or is dear."""
    value, base = values_of(task)[which, at], own_inputs(task)
    grown = _grown(task, base, value, other)
    choices = [] if grown is None else [(grown, ", and whole numbers below it with it")]
    choices.append((base, ""))
    if isinstance(value, (bool, str, int, float)):  # which may decide of what is large alone, of equal values, or of edges
        choices += [(changed(task, base, lambda one: one * LARGE), f", floating values times {LARGE:g}"),
                    (changed(task, base, lambda one: (2 * one).round() / 2), ", floating values halves"), *((large, f", {more}") for large, more in mixed_values.only_large_ones(task, base)[:1])]
    for inputs, more in choices:
        try:
            model, init = with_settings(task, {(which, at): other}, inputs)
            if not is_cheap(model, inputs) or cut_off.slices_more(task, model, inputs):
                continue
            variant = checked_variant(task, inputs, words + more, may_reshape=True, model=model, init=init)
        except NotApplicable:
            continue
        variant.setting = which, at, other
        variant.fixed = _with_own_settings(task, model, inputs)
        if inputs is grown:
            if variant.fixed:  # else who takes no notice of it has no answer
                return variant
            continue
        before = task.answer(inputs).values
        if [value.dim() for value in before] != [value.dim() for value in variant.native] \
                or not all(same_values(one, new) for one, new in zip(before, variant.native)):
            return variant
    return None


def changed(task, base, change):
    """The inputs with floating values changed, where these promise nothing."""
    return [change(one) if may_hold_any(one, original) else one for one, original in zip(base, task.inputs)]


def _grown(task, base, value, other):
    """The inputs with whole numbers that lie below a larger setting, up to it; None where there are none. Of labels there are as many kinds
    as the constructor is told."""
    if type(value) is not int or type(other) is not int or not 1 < value < other:
        return None
    joined = segments.kept_together(task.inputs)
    below = [index for index, one in enumerate(base) if segments.is_whole(one) and one.numel() > 1 and index not in joined
             and Structure(task.inputs[index]).pattern is None and int(one.min()) >= 0 and value // 2 <= int(one.max()) < value]
    if not below:
        return None
    return [one * (other - 1) // (value - 1) if index in below else one for index, one in enumerate(base)]


def _with_own_settings(task, model, inputs):
    """The answer of a model of the task's own settings with the weights of another one; nothing where there is none."""
    try:
        twin = copy.deepcopy(task.model)
        if isinstance(twin, torch.nn.Module):
            twin.load_state_dict(model.state_dict())
        return run_native(twin, inputs, 0).values
    except Exception:  # a model that cannot be copied
        return ()

# SPDX-License-Identifier: GPL-3.0-or-later
"""For one candidate, at sizes beyond the task's own for which it has kernels of another kind: what the task's own sizes meet in other variants,
harsh values, edges, other arguments and another dtype. Of two kernels of which the size says which one runs, both are asked for all of that."""

import torch

from harness.inputs import argument_variants, dtype_variants, edge_variants, mixed_values
from harness.inputs.extra_variant import checked_variant, first_that_applies
from harness.inputs.free_sizes import with_rows
from harness.inputs.size_variants import MIXED_ROWS
from harness.task.reference_run import NotApplicable

MOST_ELEMENTS = 3 << 19


def values(number):
    """Makes beyond_values, beyond_values_2: rows of every kind and large whole numbers, as in `mixed`, at the sizes of the first and the second
    variant that is named."""
    def make(task):
        base = _base(task, number)
        inputs = with_rows(task, base.inputs, MIXED_ROWS, MOST_ELEMENTS) if base.model is task.model else base.inputs
        choices = mixed_values.at_sizes(task, inputs, f"beyond {number}")
        return first_that_applies(task, [(inputs, f"{base.detail}; {words}") for inputs, words in choices], 3, **_like(base)) \
            if choices else _refuse("no input is free to be harsh")
    return make


def edges(task):
    """Values on the edges of what the reference compares or rounds."""
    base = _base(task, 0)
    if base.model is not task.model:
        raise NotApplicable("the reference is made anew for those sizes")
    return edge_variants.edges_of(task, base.inputs, base.detail)


def arguments(task):
    """Other numbers, flags and what else forward is given, and what need not be given left out; as many as the reference takes at once."""
    base = _base(task, 0)
    changes, defaults = argument_variants.all_others(task, base.inputs)
    given = [*base.inputs, *defaults]
    for chosen in [changes, *({index: value} for index, value in changes.items())] if changes else []:
        try:
            words = f"{base.detail}; other arguments: " + argument_variants.words_of(given, chosen)
            return checked_variant(task, argument_variants.replaced(given, chosen), words, may_reshape=True, **_like(base))
        except NotApplicable:
            pass
    raise NotApplicable("forward is given nothing that the reference takes otherwise there")


def dtype(task):
    """Another dtype, in which a sum of many numbers overflows or loses digits."""
    return dtype_variants.in_other_dtype(task, _base(task, 0), dtype_variants.NEAREST_HALF)


def _base(task, number):
    """The variant whose sizes these are."""
    if number >= len(task.beyond):
        raise NotApplicable("the candidate has no kernels of another kind for larger sizes")
    return of_name(task, task.beyond[number])


def of_name(task, name):
    """The variant of that name, made once."""
    from harness.inputs import input_variants  # which lists these functions
    known = task.memo.setdefault("beyond", {})
    if name not in known:
        known[name] = input_variants.MAKERS[name](task) if name in input_variants.MAKERS else getattr(task, name)()
    if sum(value.numel() for value in known[name].inputs if isinstance(value, torch.Tensor)) > MOST_ELEMENTS:
        raise NotApplicable("inputs of those sizes are too large")
    return known[name]


def _like(base):
    return {"model": base.model, "init": base.init}


def _refuse(words):
    raise NotApplicable(words)

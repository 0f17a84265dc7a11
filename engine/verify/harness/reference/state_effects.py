# SPDX-License-Identifier: GPL-3.0-or-later
"""Which changes that a reference makes beside its answer a candidate has to make, too.

An input changed in place is seen by the caller. State is seen by later forwards: a counter or a
moving average that the next forward reads has to be kept, while most honest kernels leave running
statistics alone that only eval mode reads.
"""

import copy

import torch

from harness.shared import bundle
from harness.task import reference_run

REQUIRED = "required"  # the next forward of the same mode depends on it, or the caller sees it
FLAGGED = "flagged"    # nothing but the state itself, or another mode, shows it
FREE = "free"          # a single integer that only counts, or what this forward happens to leave
MAX_NAMES = 32         # more are not told apart


def levels(task, variant):
    """{name in `given`: level} of what a forward with this variant changes."""
    changed = {name: value for name, value in variant.effects().items()
               if name not in variant.unchanged()}
    state = {name: value for name, value in changed.items() if name.startswith("state.")}
    known = task.memo.setdefault("levels", {})
    if any((variant.model.training, name) not in known for name in state):
        for name, level in _levels_of(variant, state).items():
            known[(variant.model.training, name)] = level
    return {name: FREE if name not in changed
            else known[(variant.model.training, name)] if name in state else REQUIRED
            for name in variant.effects()}


def _levels_of(variant, state):
    """One or two further forwards tell whether any state matters, one for each name which."""
    model = copy.deepcopy(variant.model)
    names = {name.removeprefix("state."): value for name, value in state.items()}
    fresh = {name: value.detach().clone() for name, value in reference_run.state_of(model).items()
             if name in names}
    inputs = _others(variant, model)
    reference_run.put_back(model, names)
    after = reference_run.run_native(model, inputs, 0).values

    def matters(changed):
        reference_run.put_back(model, {**names, **changed})
        return not _same(after, reference_run.run_native(model, inputs, 0).values)

    if not matters(fresh):
        read = set()
    elif len(names) > MAX_NAMES:
        read = set(names)
    else:
        read = {name for name in names if matters({name: fresh[name]})}
    return {f"state.{name}": REQUIRED if name in read else _unread(value)
            for name, value in names.items()}


def _others(variant, model):
    """Inputs of half the size where the reference takes them: a maximum kept over forwards does
    not show on the same ones."""
    halves = bundle.with_tensors(
        variant.inputs, lambda value: value / 2 if reference_run.is_floating(value) else value)
    try:
        reference_run.run_native(model, halves, 0)
        return halves
    except reference_run.Refused:
        return variant.inputs


def _same(first, second):
    return len(first) == len(second) and all(
        reference_run.same_values(one, other) for one, other in zip(first, second))


def _unread(value):
    return FREE if value.numel() == 1 and not value.is_floating_point() else FLAGGED

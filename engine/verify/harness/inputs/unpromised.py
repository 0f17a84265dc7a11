# SPDX-License-Identifier: GPL-3.0-or-later
"""Inputs that leave out what all draws of a task have in common: an order, an identity, halves that are alike, a size that is not zero. A
kernel may rely on that, so what shows here is said and rejects nothing."""

import torch

from harness.inputs import patterns, segments, shapes
from harness.inputs.extra_variant import checked_variant, generator_of, own_inputs
from harness.inputs.input_structure import Structure
from harness.task.reference_run import NotApplicable, Refused, is_floating, run_native

SHARES = (0.5, 2.0)  # of a row that added up to one
MOST_TRIALS = 12     # of the reference


def unpromised(task):
    """Values without what those of the task promise: indices in no order and some of them twice, masks that are no triangle, halves that differ,
    rows that add up to something else, flags in between. Of all inputs at once, else of the first that the reference takes."""
    base = own_inputs(task)
    generator = generator_of(task, "unpromised")
    together = segments.kept_together(task.inputs)
    free = {index: _without_promise(value, task.inputs[index], generator) for index, value in enumerate(base)
            if isinstance(value, torch.Tensor) and value.numel() > 1 and index not in together}
    free = {index: value for index, value in free.items() if value is not None and not torch.equal(value, base[index])}
    if not free:
        raise NotApplicable("no input keeps a promise that is known")
    reason = None
    for chosen in [free, *({index: value} for index, value in free.items() if len(free) > 1)]:
        inputs = [chosen.get(index, value) for index, value in enumerate(base)]
        try:
            variant = checked_variant(task, inputs, "without what all values of the task have in common: "
                                      + ", ".join(f"input {index}" for index in chosen))
            task.check_writes(variant)
            return variant
        except NotApplicable as error:
            reason = error
    raise reason


def _without_promise(value, original, generator):
    """Values like these that keep no promise but their range; None where none is known."""
    pattern, structure = patterns.pattern_of(original), Structure(original)
    is_identity = segments.is_whole(value) and value.dim() == 1 and torch.equal(value, torch.arange(len(value), dtype=value.dtype))
    if isinstance(pattern, patterns.Ramp) and segments.are_posts(value) and not is_identity:
        return _uneven_posts(value, generator)
    if isinstance(pattern, (patterns.Ramp, patterns.SortedRows)) or is_identity:
        return value.gather(-1, torch.rand(value.shape, generator=generator).argsort(dim=-1))
    if isinstance(pattern, (patterns.Permutation, patterns.Distinct)):
        return value.reshape(-1)[torch.randint(value.numel(), value.shape, generator=generator)]
    if value.dtype == torch.bool:
        return _some_of_each_row(value, generator) if isinstance(pattern, patterns.Band) else None
    if is_floating(value) and isinstance(pattern, patterns.UnitRows):
        return value * torch.empty(value.shape[:-1] + (1,)).uniform_(*SHARES, generator=generator).to(value.dtype)
    if is_floating(value) and structure.is_flags:
        return torch.rand(value.shape, generator=generator).to(value.dtype)
    if is_floating(value) and (pattern is not None or structure.symmetric or structure.sorted):
        scale = float(value.double().square().mean().sqrt()) or 1.0
        return (torch.randn(value.shape, generator=generator, dtype=torch.float64) * scale).to(value.dtype)
    return None


def _uneven_posts(posts, generator):
    """With the same ends, and parts that differ."""
    between = torch.randint(int(posts[0]), int(posts[-1]) + 1, (posts.numel() - 2,), generator=generator).sort().values
    return torch.cat([posts[:1], between.to(posts.dtype), posts[-1:]])


def _some_of_each_row(mask, generator):
    drawn = torch.rand(mask.shape, generator=generator) < 0.5
    drawn.scatter_(-1, torch.randint(mask.shape[-1], mask.shape[:-1] + (1,), generator=generator), True)
    return drawn


def empty_sizes(task):
    """One of the sizes none, where the reference has an answer to that; rather one that is not empty."""
    base, answer = own_inputs(task), None
    found = []
    for size, places in shapes.groups(base)[:MOST_TRIALS]:
        inputs = list(base)
        for index, axis in places:
            inputs[index] = inputs[index].narrow(axis, 0, 0)
        try:
            values = run_native(task.model, inputs, 0).values
        except Refused:
            continue
        answer = answer or run_native(task.model, base, 0).values
        if [value.dim() for value in values] == [value.dim() for value in answer]:
            found.append((not any(value.numel() for value in values), len(found), inputs, f"a size of none: {size} -> 0"))
    reason = NotApplicable("the reference takes no size of none")
    for _, _, inputs, words in sorted(found, key=lambda one: one[:2]):
        try:
            return checked_variant(task, [value.clone() if isinstance(value, torch.Tensor) else value for value in inputs], words, may_reshape=True)
        except NotApplicable as error:
            reason = error
    raise reason

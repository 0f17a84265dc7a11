# SPDX-License-Identifier: GPL-3.0-or-later
"""What the values of an input have in common by chance, or because they are few: other draws of the task do not."""

import time

import torch

from harness.inputs import drawn as drawing, input_structure, patterns, segments
from harness.task.reference_run import Refused, derive_seed, is_floating

MOST_DRAWS, MOST_SECONDS = 256, 0.3
FEW_DRAWS, MASK_DRAWS = 16, 64  # of a handful of numbers; of a mask, the former at least


def forget(task):
    """Integers that are all different in one draw of the task's inputs, and in another one are not, promise nothing; nor do those of
    `randint`. Those that stay different show in which range they lie."""
    open_ones = {index for index, value in enumerate(task.inputs)
                 if isinstance(value, torch.Tensor) and (isinstance(patterns.pattern_of(value), patterns.Distinct) or _is_strict(value))}
    few = [index for index, value in enumerate(task.inputs) if is_floating(value) and input_structure.Structure(value).is_small()]
    task.memo[forget] = set()
    are_whole = any(map(segments.is_whole, task.inputs))
    until = time.process_time() + MOST_SECONDS
    for number in range(MOST_DRAWS):
        if not open_ones and (number or not few and not are_whole) or time.process_time() > until:
            return
        try:
            with drawing.WholeNumbers() as draws:
                drawn = task.draw_inputs(derive_seed(task.seed, f"accidents {number}"))
        except Refused:
            return
        if number == 0:
            for index in few:
                _forget_few(task.inputs[index], drawn[index])
            for value, other in zip(task.inputs, drawn):
                input_structure.know_ends(value, draws.ends_of(other))
        repeated = {index for index in open_ones if not _is_kept(task.inputs[index], drawn[index]) or draws.holds(drawn[index])}
        for index in repeated:
            _forget(task.inputs[index])
        task.memo[forget] |= repeated
        open_ones -= repeated
        for index in open_ones:
            _widen(task.inputs[index], drawn[index])


def stay_apart(task, inputs):
    """False where a handful of whole numbers, all different in the task and in other draws of it, would meet in `inputs`: three places in
    a table that has two rows left. So few are no pattern; who stores to such places needs no atomic."""
    return not any(_are_few(own) and _differ(own) and not _differ(value) and index in _apart_in_draws(task)
                   for index, (own, value) in enumerate(zip(task.inputs, inputs)))


def _apart_in_draws(task):
    if stay_apart not in task.memo:
        try:
            draws = [task.draw_inputs(derive_seed(task.seed, f"apart {number}")) for number in range(FEW_DRAWS)]
        except Refused:
            draws = []
        task.memo[stay_apart] = {index for index, value in enumerate(task.inputs)
                                 if draws and _are_few(value) and all(_differ(drawn[index]) for drawn in draws)}
    return task.memo[stay_apart]


def has_one_in_each_row(task, index, number=1):
    """Whether in each row of a mask there is a place that is true in every draw of the task, as on a diagonal that is filled. `number`: 0 for
    one that is false."""
    key = has_one_in_each_row, index, number
    if key not in task.memo:
        kept, until = (task.inputs[index] != 0) == bool(number), time.process_time() + MOST_SECONDS
        task.memo[key] = False
        for draw in range(MASK_DRAWS):
            if draw >= FEW_DRAWS and time.process_time() > until:
                break
            try:
                kept = kept & ((task.draw_inputs(derive_seed(task.seed, f"masks {draw}"))[index] != 0) == bool(number))
            except (Refused, RuntimeError):  # of another shape
                return False
            if not bool(kept.any(-1).all()):
                return False
        task.memo[key] = True
    return task.memo[key]


def _are_few(value):
    return isinstance(value, torch.Tensor) and not is_floating(value) and value.dtype != torch.bool \
        and 1 < value.numel() < 2 * patterns.FEWEST


def _differ(value):
    return value.unique().numel() == value.numel()


def _is_strict(value):
    pattern = patterns.pattern_of(value)
    return isinstance(pattern, patterns.SortedRows) and pattern.is_strict


def _is_kept(value, drawn):
    if _is_strict(value):
        return bool((drawn.diff(dim=-1) != 0).all())
    return patterns.pattern_of(value).matches(drawn)


def _widen(value, drawn):
    pattern = patterns.pattern_of(value)
    if isinstance(pattern, patterns.Distinct):
        pattern.widen(drawn)


def _forget(value):
    if _is_strict(value):
        patterns.pattern_of(value).may_repeat()
    else:
        patterns.forget(value)


def _forget_few(value, drawn):
    """Numbers of a short list that another draw has not, and that are no labels, are a handful for want of room."""
    is_label = bool((value == value.round()).all()) and bool((drawn == drawn.round()).all())
    if not is_label and not bool(torch.isin(drawn, value).any()):
        input_structure.forget_few(value)


def may_repeat(task, index):
    """Whether equal numbers are nothing new in an input of integers: it, or another draw of it, has some."""
    value = task.inputs[index]
    pattern = patterns.pattern_of(value)
    is_open = pattern is None or isinstance(pattern, patterns.SortedRows) and not pattern.is_strict and getattr(pattern, "longest", None) is None
    if value.is_floating_point() or value.dtype == torch.bool or value.numel() < 2 or not is_open:
        return False
    return index in task.memo.get(forget, ()) or value.unique().numel() < value.numel()

# SPDX-License-Identifier: GPL-3.0-or-later
"""What the values of an input have in common by chance: other draws of the task do not."""

import time

import torch

from harness.inputs import patterns
from harness.task.reference_run import Refused, derive_seed

MOST_DRAWS, MOST_SECONDS = 256, 0.3


def forget(task):
    """Integers that are all different in one draw of the task's inputs, and in another one are not, promise nothing."""
    open_ones = {index for index, value in enumerate(task.inputs)
                 if isinstance(value, torch.Tensor) and isinstance(patterns.pattern_of(value), patterns.Distinct)}
    task.memo[forget] = set()
    until = time.process_time() + MOST_SECONDS
    for number in range(MOST_DRAWS):
        if not open_ones or time.process_time() > until:
            return
        try:
            drawn = task.draw_inputs(derive_seed(task.seed, f"accidents {number}"))
        except Refused:
            return
        repeated = {index for index in open_ones if not patterns.pattern_of(task.inputs[index]).matches(drawn[index])}
        for index in repeated:
            patterns.forget(task.inputs[index])
        task.memo[forget] |= repeated
        open_ones -= repeated


def may_repeat(task, index):
    """Whether equal numbers are nothing new in an input of integers: it, or another draw of it, has some."""
    value = task.inputs[index]
    if value.is_floating_point() or value.dtype == torch.bool or value.numel() < 2 or patterns.pattern_of(value) is not None:
        return False
    return index in task.memo.get(forget, ()) or value.unique().numel() < value.numel()

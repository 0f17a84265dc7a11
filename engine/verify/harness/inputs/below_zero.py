# SPDX-License-Identifier: GPL-3.0-or-later
"""Inputs all of whose values lie below zero, where the zeros of padding are the largest, or near the least number there is."""

import torch

from harness.inputs import large_variants, patterns, segments, value_variants
from harness.inputs.long_ends import with_high_ends
from harness.inputs.extra_variant import MAXIMA, looks_for_the_least, only_orders, orders_and_scales
from harness.inputs.input_structure import Structure
from harness.task.reference_run import is_floating

NEAR_ZERO = 0.1  # of the largest magnitude
NEAR_LEAST = 8    # a share of a magnitude
# Powers of two, so that what is drawn keeps its digits but seven or five: exponentials of what lies so far below zero vanish, or are next to nothing.
FAR_BELOW = (128, 32)


def all_below_zero(task, choices, words):
    """[(inputs, words)], and before them those so far below zero that a maximum has to be taken off, where the reference has exponentials, or
    lies beyond what stands for minus infinity, where it looks for the largest."""
    below = [_below_zero(task, inputs) for inputs, _ in choices]
    names = task.trace().names
    steps = FAR_BELOW if names & large_variants.EXPONENTIALS else (value_variants.FAR_LEVEL,) if names & MAXIMA else ()
    far = [_below_zero(task, inputs, more) for more in steps for inputs, _ in choices]
    return [*at_the_end(task, choices[0][0], words), *((inputs, words + ", all of it far below zero") for inputs in far), *((inputs, words + ", all of it below zero") for inputs in below)]


def _below_zero(task, inputs, more=0):
    """`inputs` whose floating values, where they are free, lie below zero, the last one the farthest: the zeros of padding are the largest then."""
    free = [is_floating(value) and value.numel() > 1 and Structure(original).is_free() for value, original in zip(inputs, task.inputs)]
    turned = with_high_ends([_above_zero(value) if is_free else value for value, is_free in zip(inputs, free)], task.inputs)
    return [_with_far_end(-value) - more if is_free else _whole_below_zero(old, original)
            for value, is_free, old, original in zip(turned, free, inputs, task.inputs)]


def at_the_end(task, inputs, words, other=False):
    """[(inputs, words)] with numbers near the least that there are, or near the largest where the reference looks for a least alone, if it does
    no more than look which is larger and scale: what stands for infinity, as a billion, lies before them. `other`: of one that looks for both, near
    the other end. The second factor of a product has the other sign."""
    if not only_orders(task) and not orders_and_scales(task):
        return []
    sign, end = (1, "largest") if looks_for_the_least(task) or other else (-1, "least")
    found = []
    for turns in (True, False) if "mul" in task.trace().names else (False,):
        signs = [-sign if turns and at else sign for at in range(len(inputs))]
        moved = [value if new is value or not is_floating(value) and not only_orders(task) else value_variants.to_the_end(new, sign)
                 for value, new, sign in zip(inputs, _below_zero(task, inputs), signs)]
        found += [] if all(new is value for new, value in zip(moved, inputs)) else [(moved, words + f", all of it near the {end} there is")]
    return found


def _whole_below_zero(value, original):
    """Whole numbers of both signs (not one alone below zero, which stands for none), as far below zero as the task's own are; all of them nearly
    so far where they have eight bits, whose products add up to numbers that float32 has not within two thousand of them."""
    if not segments.is_whole(value) or value.numel() < 2 or not bool((original < 0).any()) or not bool((original > 0).any()) \
            or patterns.none_of(original) is not None:
        return value
    structure = Structure(original)
    if structure.pattern is not None or structure.labels is not None:
        return value
    least = int(original.min())
    if value.element_size() == 1:
        return (least + value.long().abs() // NEAR_LEAST).clamp(max=-1).to(value.dtype)
    return (-value.abs()).clamp(min=least, max=-1)


def _with_far_end(value):
    out = value.clone(memory_format=torch.contiguous_format)
    out.view(-1)[-1:] = 2 * out.min()
    return out


def _above_zero(value):
    wide = value.double()
    return (wide.max() + NEAR_ZERO * wide.abs().max() - wide).to(value.dtype)

# SPDX-License-Identifier: GPL-3.0-or-later
"""Inputs of another layout in memory."""

import torch

from harness.inputs.extra_variant import base_inputs, checked_variant, own_inputs
from harness.shared import bundle
from harness.task.reference_run import NotApplicable


def strided(task):
    return _strided(task, base_inputs(task))


def strided_own(task):
    """The same at the task's own sizes, where a row mostly has several blocks."""
    inputs = own_inputs(task)
    if inputs is base_inputs(task):
        raise NotApplicable("the task's own sizes are dear, or there are no others")
    return _strided(task, inputs, 1)


def _strided(task, inputs, first=0):
    layouts, own = {}, task.own_layouts()
    for index, value in enumerate(inputs):
        if isinstance(value, torch.Tensor) and value.numel() > 1 and index not in own:
            layout = _layout_for(value, len(layouts) + first)
            if layout:
                layouts[index] = layout
    if not layouts and not own:
        raise NotApplicable("no input has more than one dimension")
    words = ", ".join(f"input {index} {layout}" for index, layout
                      in [*layouts.items(), *((index, "row-major") for index in own)])
    return checked_variant(task, inputs, f"inputs of another layout: {words}", layouts=layouts)


def _layout_for(value, number):
    first = "padded" if value.dim() < 4 else "order 0 " + " ".join(map(str, [*range(2, value.dim()), 1]))  # channels last
    for layout in (first, "transposed", "padded") if number % 2 == 0 else ("transposed", "padded"):
        if layout == "padded" and not value.is_floating_point():
            continue
        if layout == "transposed" and value.dim() < 2:
            continue
        if not bundle.laid_out(value, layout).is_contiguous():
            return layout
    return None

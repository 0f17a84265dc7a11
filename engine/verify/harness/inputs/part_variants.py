# SPDX-License-Identifier: GPL-3.0-or-later
"""Parts of a tensor that whole numbers tell of: an expert without a token, a sequence of no length."""

from harness.inputs import segments
from harness.inputs.extra_variant import checked_variant, generator_of, own_inputs
from harness.task.reference_run import NotApplicable


def empty_parts(task):
    """Some of the parts have nothing, where the task draws none so."""
    base = own_inputs(task)
    generator = generator_of(task, "empty_parts")
    found = {index: segments.with_empty_parts(task, index, value, generator) for index, value in enumerate(base) if segments.is_whole(value)}
    found = {index: value for index, value in found.items() if value is not None}
    if not found:
        raise NotApplicable("no whole numbers say how long parts are")
    return checked_variant(task, [found.get(index, value) for index, value in enumerate(base)], "some parts are empty")

# SPDX-License-Identifier: GPL-3.0-or-later
"""Inputs on which one of several outputs overflows, or hangs on a rounding: other inputs leave them out, or take milder ones. The others are
compared on them all the same, and that one is not."""

from harness.inputs import (argument_variants, composed_variants, edge_variants, far_size_variants, large_variants, near_epsilons, peak_variants,
                            range_variants, size_variants, value_variants)
from harness.inputs.argument_variants import shuffled
from harness.inputs.extra_variant import PARTIAL, of_number
from harness.task.reference_run import NotApplicable

_MAKERS = {
    "zero_mean": value_variants.zero_mean, "large": large_variants.large, "magnitudes": range_variants.magnitudes,
    "near_epsilons": near_epsilons.near_epsilons, "edges": edge_variants.edges, "peaks": peak_variants.peaks,
    "other_numbers": argument_variants.other_numbers, "far_numbers": argument_variants.far_numbers, "turned_numbers": argument_variants.turned_numbers,
    "axis_0": size_variants.axis(0), "far_sizes": far_size_variants.far_sizes, "composed_0": composed_variants.composed(0)}


def open_outputs(number):
    """Makes open_outputs, open_outputs_2, ...: the variants of which something was refused for one of several outputs alone, made once more without
    that one, in an order that the seed says."""
    return lambda task: of_number(task, number, _each, "no output alone has kept an input from being judged")


def _each(task):
    for name in shuffled(task, "open outputs", [name for name in _MAKERS if name in task.memo.get(PARTIAL, ())]):
        task.opens = True
        try:
            variant = _MAKERS[name](task)
        except NotApplicable:
            continue
        finally:
            task.opens = False
        if variant.open:
            yield variant

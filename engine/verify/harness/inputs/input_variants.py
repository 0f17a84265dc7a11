# SPDX-License-Identifier: GPL-3.0-or-later
"""The inputs beyond the five of a report: other values, modes, sizes and memory layouts, each small,
so that judging a candidate on all of them stays cheap. {name: function from Task to Variant}"""

import torch

from harness.inputs import (argument_ends, argument_variants, beyond_variants, branch_variants, changed_variants, compared_variants, composed_variants, drawn_variants, dtype_variants, edge_variants, far_below,
                            far_size_variants, feature_variants, grown_variants, large_variants, layout_variants, length_variants, limit_variants, named_size_variants, near_epsilons, next_values, open_outputs, part_variants, peak_variants, range_variants,
                            scaled_variants, setting_variants, size_variants, unpromised, value_variants, weight_variants)
from harness.task.reference_run import derive_seed

MAKERS = {
    "few_changed": changed_variants.few_changed,
    "few_changed_again": changed_variants.few_changed_again,
    "few_changed_last": changed_variants.few_changed_last,
    "zero_mean": value_variants.zero_mean,
    "odd_dims": size_variants.odd_dims,
    "large": large_variants.large,
    "small": value_variants.small,
    "constant": value_variants.constant,
    "zeros": value_variants.zeros,
    "flat_rows": value_variants.flat_rows,
    "one_sided": range_variants.one_sided,
    "magnitudes": range_variants.magnitudes,
    "far_below": far_below.far_below,
    "near_epsilons": near_epsilons.near_epsilons,
    "other_numbers": argument_variants.other_numbers,
    "far_numbers": argument_variants.far_numbers,
    "turned_numbers": argument_variants.turned_numbers,
    "zero_numbers": argument_ends.zero_numbers,
    "infinite_numbers": argument_ends.infinite_numbers,
    "whole_numbers": argument_ends.whole_numbers,
    "other_flags": argument_variants.other_flags,
    "one_flag": argument_variants.one_flag,
    "flags_on": argument_ends.flags_on,
    "flags_off": argument_ends.flags_off,
    "other_choices": argument_variants.other_choices,
    "one_left_out": argument_ends.one_left_out,
    "another_left_out": argument_ends.another_left_out,
    "longer_lists": length_variants.longer_lists,
    "shorter_lists": length_variants.shorter_lists,
    "single_lists": length_variants.single_lists,
    "limits": limit_variants.limits,
    "not_numbers": limit_variants.not_numbers,
    "other_branches": branch_variants.other_branches,
    "ties": value_variants.ties,
    "edges": edge_variants.edges,
    "peaks": peak_variants.peaks,
    "empty_parts": part_variants.empty_parts,
    "eval_mode": value_variants.eval_mode,
    "eval_mode_next": next_values.after("eval_mode"),
    "other_weights": weight_variants.other_weights,
    "third_dtype": dtype_variants.third_dtype,
    "third_dtype_next": next_values.after("third_dtype"),
    "far_dtype": dtype_variants.far_dtype,
    "other_integers": dtype_variants.other_integers,
    "axis_0": size_variants.longest,
    "axis_1": size_variants.axis(1),
    "axis_2": size_variants.axis(2),
    "axis_0_again": size_variants.axis(0, again=True),
    "axis_0_again_next": next_values.after("axis_0_again"),
    "axis_1_again": size_variants.axis(1, again=True),
    "near_own": scaled_variants.near_own,
    **{f"whole_{block}": named_size_variants.whole_blocks(block) for block in named_size_variants.WHOLE_BLOCKS},
    "one_over": named_size_variants.one_over,
    "whole_apart": named_size_variants.whole_apart,
    "whole_apart_again": named_size_variants.whole_apart_again,
    "apart": size_variants.apart,
    "other_features": feature_variants.other_features,
    "far_features": feature_variants.far_features,
    "far_sizes": far_size_variants.far_sizes,
    "wide_sizes": far_size_variants.wide_sizes,
    "named_0": named_size_variants.named(0),
    "named_1": named_size_variants.named(1),
    "named_2": named_size_variants.named_farthest(0),
    "named_3": named_size_variants.named_farthest(1),
    "compared_0": compared_variants.beside,
    "compared_1": compared_variants.beyond,
    "beyond_values": beyond_variants.values(0),
    "beyond_values_2": beyond_variants.values(1),
    "beyond_edges": beyond_variants.edges,
    "beyond_arguments": beyond_variants.arguments,
    "beyond_dtype": beyond_variants.dtype,
    "composed_0": composed_variants.composed(0),
    "composed_1": composed_variants.composed(1),
    "composed_2": composed_variants.composed(2),
    "composed_3": composed_variants.composed(3),
    "halved": scaled_variants.halved,
    "doubled": scaled_variants.doubled,
    "rescaled": scaled_variants.rescaled,
    "uneven": scaled_variants.uneven,
    "grown_ones": grown_variants.grown_ones,
    "unit_dims": size_variants.unit_dims,
    "same_sizes": size_variants.same_sizes,
    "uneven_lists": length_variants.uneven_lists,
    **{f"drawn_{number}": drawn_variants.drawn(number) for number in range(3)},
    "other_settings": setting_variants.other_settings(0),
    "other_settings_2": setting_variants.other_settings(1),
    "other_settings_3": setting_variants.other_settings(2),
    "other_settings_4": setting_variants.other_settings(3),
    "far_settings": setting_variants.far_settings(0),
    "far_settings_2": setting_variants.far_settings(1),
    "settings_together": setting_variants.together,
    "composed_settings_0": composed_variants.composed_settings(0),
    "composed_settings_1": composed_variants.composed_settings(1),
    "composed_settings_2": composed_variants.composed_settings(2),
    "fitting_settings": setting_variants.fitting_settings(0),
    "fitting_settings_2": setting_variants.fitting_settings(1),
    "open_outputs": open_outputs.open_outputs(0),
    "open_outputs_2": open_outputs.open_outputs(1),
    "open_outputs_3": open_outputs.open_outputs(2),
    "unpromised": unpromised.unpromised,
    "empty_sizes": unpromised.empty_sizes,
    "strided": layout_variants.strided,
    "special": value_variants.special,
}

# Elements of inputs and parameters of all of them together: heavier tasks get fewer, which the seed chooses.
BUDGET = 80 << 20
_ALWAYS = ("zero_mean", "few_changed", "eval_mode")
_NAMED = ("named_0", "named_1", "named_2", "named_3", "compared_0", "compared_1", "beyond_values", "beyond_values_2", "beyond_edges",
          "beyond_arguments", "beyond_dtype")  # for one candidate, where the task is light enough for all


def affordable(task):
    """Names of the variants that a task of its weight gets."""
    if "affordable" not in task.memo:
        count = max(BUDGET // max(task.small_elements(), 1), len(_ALWAYS))
        names = [name for name in MAKERS if name not in _NAMED]
        if count < len(names):
            generator = torch.Generator().manual_seed(derive_seed(task.seed, "affordable"))
            order = [names[at] for at in torch.randperm(len(names), generator=generator).tolist()]
            names = [*_ALWAYS, *(name for name in order if name not in _ALWAYS)][:count]
        else:
            names += _NAMED
        task.memo["affordable"] = frozenset(names)
    return task.memo["affordable"]

// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/verify/request/variants.h"

#include <algorithm>
#include <array>
#include <random>

namespace nereid::verify {
namespace {

// How they are made: harness/reference/reference_task.py and harness/inputs/input_variants.py.
constexpr std::array<VariantRule, 164> kRules = {{
    {.name = "tiny", .extra = false, .scope = InputScope::kReport},
    {.name = "original", .extra = false, .scope = InputScope::kTask},
    // With the weights of the original.
    {.name = "values_x2", .extra = false, .in_place = true, .scope = InputScope::kReport},
    {.name = "new_seed", .extra = false, .in_place = true, .scope = InputScope::kTask},
    // Those of new_seed, but for few elements.
    {.name = "few_changed", .loosening = 10, .in_place = true},
    {.name = "few_changed_again", .loosening = 10, .in_place = true},
    {.name = "few_changed_last", .loosening = 10, .in_place = true},
    // With the weights of new_seed.
    {.name = "mixed", .loosening = 10, .extra = false, .in_place = true},
    {.name = "larger_dims", .extra = false, .scope = InputScope::kReport},
    // Kernels that compute in the dtype of their inputs round more often than PyTorch.
    {.name = "other_dtype", .loosening = 2, .extra = false, .scope = InputScope::kReport},
    {.name = "zero_mean", .loosening = 10},
    {.name = "odd_dims", .loosening = 10},
    {.name = "large", .loosening = 10},
    {.name = "small", .loosening = 100},
    // The variance is zero: a mean that is off by one rounding is divided by sqrt(epsilon).
    {.name = "constant", .loosening = 100},
    {.name = "zeros", .coarse = true},
    {.name = "flat_rows", .coarse = true},
    // Far from zero and near each other: a variance in one pass loses digits.
    {.name = "one_sided", .loosening = 100},
    {.name = "magnitudes", .loosening = 10},
    // One rounding of such numbers in an exponent is much.
    {.name = "far_below", .coarse = true},
    {.name = "near_epsilons", .loosening = 10},
    {.name = "other_numbers", .loosening = 10, .turned = true},
    {.name = "far_numbers", .loosening = 10, .own_flag = "own_choices_only", .turned = true},
    {.name = "turned_numbers", .loosening = 10, .own_flag = "own_choices_only", .turned = true},
    {.name = "zero_numbers", .loosening = 10, .own_flag = "own_choices_only", .turned = true},
    {.name = "infinite_numbers", .loosening = 10, .own_flag = "own_choices_only", .turned = true},
    {.name = "whole_numbers", .loosening = 10, .own_flag = "own_choices_only", .turned = true},
    {.name = "other_flags", .loosening = 10, .turned = true},
    {.name = "one_flag", .loosening = 10, .turned = true},
    {.name = "flags_on", .loosening = 10, .turned = true},
    {.name = "flags_off", .loosening = 10, .turned = true},
    {.name = "other_choices", .loosening = 10, .own_flag = "own_choices_only", .turned = true},
    {.name = "one_left_out", .loosening = 10, .own_flag = "own_choices_only", .turned = true},
    {.name = "another_left_out", .loosening = 10, .own_flag = "own_choices_only", .turned = true},
    {.name = "longer_lists", .loosening = 10, .own_flag = "own_choices_only", .turned = true},
    {.name = "shorter_lists", .loosening = 10, .own_flag = "own_choices_only", .turned = true},
    {.name = "single_lists", .loosening = 10, .own_flag = "own_choices_only", .turned = true},
    {.name = "limits", .loosening = 10},
    {.name = "ties", .loosening = 10},
    {.name = "edges", .loosening = 10},
    {.name = "peaks", .loosening = 10},
    {.name = "empty_parts", .loosening = 10, .own_flag = "own_choices_only"},
    {.name = "not_numbers", .loosening = 10},
    {.name = "other_branches", .loosening = 10, .own_flag = "own_choices_only", .turned = true},
    {.name = "eval_mode", .loosening = 10, .turned = true},
    {.name = "eval_mode_next", .loosening = 10, .in_place = true},
    {.name = "other_weights", .loosening = 10},
    {.name = "third_dtype", .loosening = 10, .own_flag = "own_dtype_only"},
    {.name = "third_dtype_next", .loosening = 10, .in_place = true, .own_flag = "own_dtype_only"},
    {.name = "far_dtype", .loosening = 10, .own_flag = "own_dtype_only"},
    {.name = "other_integers", .loosening = 10, .own_flag = "own_dtype_only"},
    {.name = "axis_0", .loosening = 10},
    {.name = "axis_1", .loosening = 10},
    {.name = "axis_2", .loosening = 10},
    {.name = "axis_0_again", .loosening = 10},
    {.name = "axis_0_again_next", .loosening = 10, .in_place = true},
    {.name = "axis_0_mixed", .loosening = 10},
    {.name = "axis_1_again", .loosening = 10},
    {.name = "near_own", .loosening = 10},
    {.name = "whole_128", .loosening = 10, .tile = 128},
    {.name = "whole_256", .loosening = 10, .tile = 256},
    {.name = "whole_512", .loosening = 10, .tile = 512},
    {.name = "whole_1024", .loosening = 10, .tile = 1024},
    // Beyond such blocks: of thousands of rows one may have lost more digits than of a few.
    {.name = "past_512", .loosening = 30, .tile = 512},
    {.name = "past_1024", .loosening = 30, .tile = 1024},
    {.name = "past_2048", .loosening = 30, .tile = 2048},
    {.name = "past_4096", .loosening = 30, .tile = 4096},
    {.name = "beside_1024", .loosening = 30, .tile = 1024},
    {.name = "beside_2048", .loosening = 30, .tile = 2048},
    {.name = "beside_4096", .loosening = 30, .tile = 4096},
    {.name = "behind_1024", .loosening = 30, .tile = 1024},
    {.name = "behind_2048", .loosening = 30, .tile = 2048},
    {.name = "behind_4096", .loosening = 30, .tile = 4096},
    {.name = "whole_axis_0", .loosening = 10},
    {.name = "whole_axis_1", .loosening = 10},
    {.name = "one_over", .loosening = 10, .composed = true},
    {.name = "whole_apart", .loosening = 10},
    {.name = "whole_apart_again", .loosening = 10},
    // For kernels that are the same for all sizes.
    {.name = "far_sizes", .loosening = 10},
    {.name = "wide_sizes", .loosening = 10},
    // Of what the constructor is given.
    {.name = "other_features", .loosening = 10, .own_flag = "own_choices_only"},
    {.name = "far_features", .loosening = 10, .own_flag = "own_choices_only"},
    // Beyond numbers that the candidate's text names.
    {.name = "named_0", .loosening = 10, .named = true},
    {.name = "named_1", .loosening = 10, .named = true},
    {.name = "named_2", .loosening = 10, .named = true},
    {.name = "named_3", .loosening = 10, .named = true},
    // Beside and beyond numbers that the candidate's kernels compare with.
    {.name = "compared_0", .loosening = 10, .compared = true},
    {.name = "compared_1", .loosening = 10, .compared = true},
    // What is harsh at the task's own sizes, where the candidate has other kernels.
    {.name = "beyond_values", .loosening = 10, .beyond = true},
    {.name = "beyond_values_2", .loosening = 10, .beyond = true},
    {.name = "beyond_edges", .loosening = 10, .beyond = true},
    {.name = "beyond_arguments", .loosening = 10, .own_flag = "own_choices_only", .beyond = true},
    {.name = "beyond_dtype", .loosening = 10, .own_flag = "own_dtype_only", .beyond = true},
    // The same with arguments for which it goes a way of its own.
    {.name = "paired_values", .loosening = 10, .own_flag = "own_choices_only", .beyond = true},
    {.name = "paired_values_2", .loosening = 10, .own_flag = "own_choices_only", .beyond = true},
    {.name = "paired_values_3", .loosening = 10, .own_flag = "own_choices_only", .beyond = true},
    {.name = "paired_sizes", .loosening = 10, .own_flag = "own_choices_only", .beyond = true},
    {.name = "paired_sizes_2", .loosening = 10, .own_flag = "own_choices_only", .beyond = true},
    {.name = "paired_sizes_3", .loosening = 10, .own_flag = "own_choices_only", .beyond = true},
    {.name = "paired_long", .loosening = 10, .own_flag = "own_choices_only", .beyond = true},
    {.name = "paired_long_2", .loosening = 10, .own_flag = "own_choices_only", .beyond = true},
    {.name = "paired_long_3", .loosening = 10, .own_flag = "own_choices_only", .beyond = true},
    {.name = "paired_wide", .loosening = 10, .own_flag = "own_choices_only", .beyond = true},
    {.name = "paired_wide_2", .loosening = 10, .own_flag = "own_choices_only", .beyond = true},
    {.name = "paired_wide_3", .loosening = 10, .own_flag = "own_choices_only", .beyond = true},
    {.name = "paired_dtype", .loosening = 10, .own_flag = "own_dtype_only", .beyond = true},
    {.name = "paired_dtype_2", .loosening = 10, .own_flag = "own_dtype_only", .beyond = true},
    {.name = "paired_dtype_3", .loosening = 10, .own_flag = "own_dtype_only", .beyond = true},
    // Behind the others: what one thing alone does wrong is said more simply.
    {.name = "long_half", .loosening = 2, .own_flag = "own_dtype_only", .composed = true},
    {.name = "composed_0", .loosening = 10, .own_flag = "own_choices_only", .composed = true},
    {.name = "composed_1", .loosening = 10, .own_flag = "own_choices_only", .composed = true},
    {.name = "composed_2", .loosening = 10, .own_flag = "own_choices_only", .composed = true},
    {.name = "composed_3", .loosening = 10, .own_flag = "own_choices_only", .composed = true},
    // For those who refuse the other sizes loudly.
    {.name = "halved", .loosening = 10},
    {.name = "doubled", .loosening = 10},
    {.name = "rescaled", .loosening = 10},
    {.name = "uneven", .loosening = 10},
    {.name = "unit_dims", .loosening = 10},
    {.name = "grown_ones", .loosening = 10},
    {.name = "same_sizes", .loosening = 10},
    // Who takes no notice of what the constructor is given is flagged fixed_settings.
    {.name = "other_settings", .loosening = 10, .own_flag = "own_choices_only", .turned = true},
    {.name = "other_settings_2", .loosening = 10, .own_flag = "own_choices_only", .turned = true},
    {.name = "other_settings_3", .loosening = 10, .own_flag = "own_choices_only", .turned = true},
    {.name = "other_settings_4", .loosening = 10, .own_flag = "own_choices_only", .turned = true},
    {.name = "far_settings",
     .loosening = 10,
     .own_flag = "own_choices_only",
     .composed = true,
     .turned = true},
    {.name = "far_settings_2",
     .loosening = 10,
     .own_flag = "own_choices_only",
     .composed = true,
     .turned = true},
    {.name = "far_settings_3",
     .loosening = 10,
     .own_flag = "own_choices_only",
     .composed = true,
     .turned = true},
    {.name = "far_settings_4",
     .loosening = 10,
     .own_flag = "own_choices_only",
     .composed = true,
     .turned = true},
    {.name = "end_settings", .loosening = 10, .own_flag = "own_choices_only", .turned = true},
    {.name = "end_settings_2", .loosening = 10, .own_flag = "own_choices_only", .turned = true},
    {.name = "end_settings_3", .loosening = 10, .own_flag = "own_choices_only", .turned = true},
    {.name = "end_settings_4", .loosening = 10, .own_flag = "own_choices_only", .turned = true},
    // Of forward, beside others.
    {.name = "idle_arguments", .loosening = 10, .own_flag = "own_choices_only", .turned = true},
    {.name = "idle_arguments_2", .loosening = 10, .own_flag = "own_choices_only", .turned = true},
    // Which make other weights.
    {.name = "other_forms", .loosening = 10, .own_flag = "own_choices_only", .turned = true},
    {.name = "other_forms_2", .loosening = 10, .own_flag = "own_choices_only", .turned = true},
    {.name = "other_forms_3", .loosening = 10, .own_flag = "own_choices_only", .turned = true},
    // For who takes notice of them.
    {.name = "idle_settings",
     .loosening = 10,
     .own_flag = "own_choices_only",
     .settings = true,
     .turned = true},
    {.name = "idle_settings_2",
     .loosening = 10,
     .own_flag = "own_choices_only",
     .settings = true,
     .turned = true},
    {.name = "idle_settings_3",
     .loosening = 10,
     .own_flag = "own_choices_only",
     .settings = true,
     .turned = true},
    {.name = "settings_together",
     .loosening = 10,
     .own_flag = "own_choices_only",
     .composed = true,
     .settings = true},
    {.name = "composed_settings_0",
     .loosening = 10,
     .own_flag = "own_choices_only",
     .composed = true,
     .settings = true},
    {.name = "composed_settings_1",
     .loosening = 10,
     .own_flag = "own_choices_only",
     .composed = true,
     .settings = true},
    {.name = "composed_settings_2",
     .loosening = 10,
     .own_flag = "own_choices_only",
     .composed = true,
     .settings = true},
    // What others leave out for one of several outputs.
    {.name = "open_outputs", .loosening = 100, .own_flag = "own_choices_only"},
    {.name = "open_outputs_2", .loosening = 100, .own_flag = "own_choices_only"},
    {.name = "open_outputs_3", .loosening = 100, .own_flag = "own_choices_only"},
    // Two sizes that were written as the same number may be meant to be the same.
    {.name = "apart", .loosening = 10, .flag = "equal_sizes"},
    {.name = "uneven_lists", .loosening = 10, .flag = "equal_sizes"},
    // What all draws of a task have in common may be promised; so may that numbers of its text fit
    // each other.
    {.name = "drawn_0", .loosening = 10, .flag = "promised_values"},
    {.name = "drawn_1", .loosening = 10, .flag = "promised_values"},
    {.name = "drawn_2", .loosening = 10, .flag = "promised_values"},
    {.name = "unpromised", .loosening = 10, .flag = "promised_values"},
    // They may have to fit sizes.
    {.name = "fitting_settings", .loosening = 10, .flag = "fixed_settings"},
    {.name = "fitting_settings_2", .loosening = 10, .flag = "fixed_settings"},
    {.name = "empty_sizes", .loosening = 10, .flag = "empty_sizes"},
    // A kernel may ask for contiguous inputs without saying so.
    {.name = "strided", .loosening = 10, .flag = "strided_inputs"},
    {.name = "strided_own", .loosening = 10, .flag = "strided_inputs"},
    // NaN where PyTorch has infinity is what an honest reformulation may give.
    {.name = "special", .loosening = 100, .flag = "special_values"},
    // What is asked for there, without memory or a kernel that runs.
    {.name = "own_launches", .extra = false, .on_gpu = true, .scope = InputScope::kTask},
    {.name = "far_launches_0", .extra = false, .on_gpu = true},
    {.name = "far_launches_1", .extra = false, .on_gpu = true},
    {.name = "own_sizes", .extra = false, .on_gpu = true, .scope = InputScope::kTask},
    {.name = "own_new_values", .extra = false, .on_gpu = true, .scope = InputScope::kTask},
}};
constexpr VariantRule kStrict = {};

// Of other values in the shapes of "tiny".
constexpr std::array<std::string_view, 4> kOtherValues = {"zero_mean", "large", "small",
                                                          "constant"};

// Of the rules that `is_one` is true of, in their order.
template <class IsOne>
std::vector<std::string> names_of(IsOne is_one) {
  std::vector<std::string> names;
  for (const VariantRule& rule : kRules)
    if (is_one(rule)) names.emplace_back(rule.name);
  return names;
}

}  // namespace

const VariantRule& rule_of(std::string_view name) {
  const auto found = std::find_if(kRules.begin(), kRules.end(),
                                  [&](const VariantRule& rule) { return rule.name == name; });
  return found == kRules.end() ? kStrict : *found;
}

std::vector<std::string> extra_variants() {
  return names_of([](const VariantRule& rule) { return rule.extra; });
}

std::vector<std::string> named_variants() {
  return names_of([](const VariantRule& rule) { return rule.named; });
}

std::vector<std::string> compared_variants() {
  return names_of([](const VariantRule& rule) { return rule.compared; });
}

std::vector<std::string> beyond_variants() {
  return names_of([](const VariantRule& rule) { return rule.beyond; });
}

std::vector<std::string> variant_names(const VerifyOptions& options) {
  if (!options.multi_input) return {"original"};
  const std::string_view replaced = options.inputs == InputScope::kReport ? "mixed" : "values_x2";
  return names_of([&](const VariantRule& rule) {
    return rule.name != "tiny" && rule.name != replaced && !rule.on_gpu && !rule.named &&
           !rule.compared && !rule.beyond && (options.thorough || !rule.extra);
  });
}

std::vector<std::size_t> judging_order(const std::vector<std::string>& names, std::uint64_t seed) {
  // Groups of one and what follows it in place.
  std::vector<std::vector<std::size_t>> groups;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (groups.empty() || !rule_of(names[i]).in_place) groups.emplace_back();
    groups.back().push_back(i);
  }
  constexpr int kExtraRank = 3;
  const auto rank = [&](const std::vector<std::size_t>& group) {
    const VariantRule& rule = rule_of(names[group.front()]);
    if (rule.advisory()) return kExtraRank + 1;
    if (rule.extra) return kExtraRank;
    return rule.name == "original" ? 0 : rule.name == "tiny" ? 1 : 2;
  };
  std::stable_sort(groups.begin(), groups.end(),
                   [&](const auto& one, const auto& other) { return rank(one) < rank(other); });
  const auto is_extra = [&](const auto& group) { return rank(group) == kExtraRank; };
  const auto first = std::find_if(groups.begin(), groups.end(), is_extra);
  const auto end = std::find_if_not(first, groups.end(), is_extra);
  const auto last = std::stable_partition(
      first, end, [&](const auto& group) { return !rule_of(names[group.front()]).composed; });
  std::mt19937_64 random(seed);
  std::shuffle(first, last, random);
  // Two with the shapes of "tiny" side by side: other tensors of the same shapes, which a model
  // that knows its last call by them takes for those.
  const auto has_small_values = [&](const auto& group) {
    return std::find(kOtherValues.begin(), kOtherValues.end(), names[group.front()]) !=
           kOtherValues.end();
  };
  const auto one = std::find_if(first, last, has_small_values);
  if (one != last) {
    const auto other = std::find_if(std::next(one), last, has_small_values);
    if (other != last) std::rotate(std::next(one), other, std::next(other));
  }
  std::vector<std::size_t> order;
  for (const auto& group : groups) order.insert(order.end(), group.begin(), group.end());
  return order;
}

}  // namespace nereid::verify

// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/verify/request/variants.h"

#include <algorithm>
#include <array>

namespace nereid::verify {
namespace {

// How they are made: harness/reference/reference_host.py and harness/inputs/input_variants.py.
constexpr std::array<VariantRule, 26> kRules = {{
    {.name = "tiny", .extra = false},
    {.name = "original", .extra = false},
    {.name = "values_x2", .extra = false},
    {.name = "new_seed", .extra = false, .in_place = true},
    {.name = "larger_dims", .extra = false},
    {.name = "other_dtype", .extra = false},
    {.name = "zero_mean", .loosening = 10},
    {.name = "odd_dims", .loosening = 10},
    // In the tensors of odd_dims, or of zero_mean where the sizes are fixed.
    {.name = "few_changed", .loosening = 10, .in_place = true},
    {.name = "large", .loosening = 10},
    {.name = "small", .loosening = 100},
    // The variance is zero: a mean that is off by one rounding is divided by sqrt(epsilon).
    {.name = "constant", .loosening = 100},
    {.name = "other_numbers", .loosening = 10},
    {.name = "other_flags", .loosening = 10},
    {.name = "limits", .loosening = 10},
    {.name = "not_numbers", .loosening = 10},
    {.name = "eval_mode", .loosening = 10},
    {.name = "axis_0", .loosening = 10},
    {.name = "axis_1", .loosening = 10},
    {.name = "axis_2", .loosening = 10},
    {.name = "apart", .loosening = 10},
    {.name = "unit_dims", .loosening = 10},
    // A kernel may ask for contiguous inputs without saying so.
    {.name = "strided", .loosening = 10, .flag = "strided_inputs"},
    // NaN where PyTorch has infinity is what an honest reformulation may give.
    {.name = "special", .loosening = 100, .flag = "special_values"},
    {.name = "own_sizes", .extra = false, .on_gpu = true},
    {.name = "own_new_values", .extra = false, .on_gpu = true},
}};
constexpr VariantRule kStrict = {};

}  // namespace

const VariantRule& rule_of(std::string_view name) {
  const auto found = std::find_if(kRules.begin(), kRules.end(),
                                  [&](const VariantRule& rule) { return rule.name == name; });
  return found == kRules.end() ? kStrict : *found;
}

std::vector<std::string> extra_variants() {
  std::vector<std::string> names;
  for (const VariantRule& rule : kRules)
    if (rule.extra) names.emplace_back(rule.name);
  return names;
}

std::vector<std::string> variant_names(const VerifyOptions& options) {
  if (!options.multi_input) return {"original"};
  std::vector<std::string> names;
  for (const VariantRule& rule : kRules)
    if (rule.name != "tiny" && !rule.on_gpu && (options.thorough || !rule.extra))
      names.emplace_back(rule.name);
  return names;
}

}  // namespace nereid::verify

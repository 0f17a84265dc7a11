// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/evaluate/scores/categories.h"

#include <algorithm>
#include <array>

namespace nereid::evaluate {
namespace {

constexpr std::array<std::string_view, kCategoryCount> kNames = {
    "prompt_too_long", "truncated",     "no_block",   "several_blocks", "syntax",
    "invalid_import",  "missing_model", "no_kernel",  "forbidden",      "compile",
    "launch",          "timeout",       "wrong_form", "wrong_values",   "nondeterministic",
    "timing_invalid",  "pass",          "not_judged"};

constexpr std::array kReasons = {
    ReasonCategory{"ok", Category::kPass},
    ReasonCategory{"prompt_too_long", Category::kPromptTooLong},
    ReasonCategory{"truncated", Category::kTruncated},
    ReasonCategory{"no_block", Category::kNoBlock},
    ReasonCategory{"unclosed_block", Category::kNoBlock},
    ReasonCategory{"several_blocks", Category::kSeveralBlocks},
    ReasonCategory{"empty", Category::kNoBlock},
    ReasonCategory{"too_large_source", Category::kSyntax},
    ReasonCategory{"not_utf8", Category::kSyntax},
    ReasonCategory{"syntax_error", Category::kSyntax},
    ReasonCategory{"forbidden_import", Category::kInvalidImport},
    ReasonCategory{"import_error", Category::kInvalidImport},
    ReasonCategory{"forbidden_call", Category::kForbidden},
    ReasonCategory{"torch_fallback", Category::kForbidden},
    ReasonCategory{"missing_model", Category::kMissingModel},
    ReasonCategory{"no_jit_function", Category::kNoKernel},
    ReasonCategory{"no_kernel_launch", Category::kNoKernel},
    ReasonCategory{"compile_error", Category::kCompile},
    ReasonCategory{"compile_timeout", Category::kTimeout},
    ReasonCategory{"timeout", Category::kTimeout},
    ReasonCategory{"construct_error", Category::kLaunch},
    ReasonCategory{"forward_error", Category::kLaunch},
    ReasonCategory{"runtime_error", Category::kLaunch},
    ReasonCategory{"out_of_resources", Category::kLaunch},
    ReasonCategory{"out_of_bounds", Category::kLaunch},
    ReasonCategory{"memory_limit", Category::kLaunch},
    ReasonCategory{"crashed", Category::kLaunch},
    ReasonCategory{"data_race", Category::kNonDeterministic},
    ReasonCategory{"wrong_shape", Category::kWrongForm},
    ReasonCategory{"wrong_dtype", Category::kWrongForm},
    ReasonCategory{"wrong_count", Category::kWrongForm},
    ReasonCategory{"wrong_type", Category::kWrongForm},
    ReasonCategory{"wrong_values", Category::kWrongValues},
    ReasonCategory{"non_finite", Category::kWrongValues},
    ReasonCategory{"mutated_input", Category::kWrongValues},
    ReasonCategory{"missing_effect", Category::kWrongValues},
    ReasonCategory{"impossible_time", Category::kTimingInvalid},
    ReasonCategory{"timing_mismatch", Category::kTimingInvalid},
    ReasonCategory{"not_judgeable_here", Category::kNotJudged},
    ReasonCategory{"infrastructure", Category::kNotJudged},
    ReasonCategory{"reference_error", Category::kNotJudged},
    ReasonCategory{"task_too_large", Category::kNotJudged},
    ReasonCategory{"bad_request", Category::kNotJudged},
    ReasonCategory{"cancelled", Category::kNotJudged},
};

}  // namespace

std::string_view category_name(Category category) {
  return kNames[static_cast<std::size_t>(category)];
}

std::optional<Category> category_from_name(std::string_view name) {
  const auto found = std::find(kNames.begin(), kNames.end(), name);
  if (found == kNames.end()) return std::nullopt;
  return static_cast<Category>(found - kNames.begin());
}

std::span<const ReasonCategory> reason_categories() {
  return kReasons;
}

std::optional<Category> category_of(std::string_view reason, const CategoryFacts& facts) {
  if (!facts.judged) return Category::kNotJudged;
  const auto row = std::find_if(kReasons.begin(), kReasons.end(),
                                [&](const ReasonCategory& each) { return each.code == reason; });
  if (row == kReasons.end()) return std::nullopt;
  // Which of them was meant cannot be told: what is wrong with the last one is not the point.
  if (facts.blocks > 1 && !facts.static_passed) return Category::kSeveralBlocks;
  return row->category;
}

}  // namespace nereid::evaluate

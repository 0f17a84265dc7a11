// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <string>
#include <string_view>

#include "engine/verify/request/variants.h"
#include "engine/verify/stages/input_run.h"

namespace nereid::verify {
namespace {

// Whether the candidate is right at other sizes than the task's own.
bool takes_other_sizes(const InputRun& run) {
  return std::any_of(run.served.begin(), run.served.end(), [&](const PreparedVariant* one) {
    return !rule_of(one->name).advisory() &&
           (run.original == nullptr || one->shapes != run.original->shapes);
  });
}

}  // namespace

bool keeps_own_settings(const PreparedVariant& variant, int output) {
  constexpr std::string_view kFixed = "fixed.";
  Bundle fixed;
  for (const auto& [name, view] : variant.expected.tensors) {
    if (!name.starts_with(kFixed)) continue;
    const std::string index = name.substr(kFixed.size());
    fixed.tensors.emplace("native." + index, view);
    fixed.tensors.emplace("expected." + index, view);
  }
  if (fixed.tensors.empty()) return false;
  fixed.metadata = variant.expected.metadata;
  const Result<Bundle> answer = read_outputs(output);
  const ValueRule rule = {.loosening = rule_of(variant.name).loosening};
  return answer && compare_outputs(fixed, *answer, rule, Maps::kNone).passed;
}

// A trace of one call has the task's settings in its text, and refuses other sizes. Who takes those
// is made for more than that call, and answers wrongly in silence.
void judge_fixed_settings(InputRun& run) {
  Attempt& attempt = run.attempt;
  if (run.fixed == nullptr || attempt.stopped() || attempt.verdict.rejected_at ||
      !takes_other_sizes(run))
    return;
  auto& inputs = attempt.verdict.inputs;
  const auto input = std::find_if(inputs.begin(), inputs.end(), [&](const InputResult& one) {
    return one.variant == run.fixed->name;
  });
  if (input == inputs.end()) return;
  input->applicable = true;
  Comparison wrong;
  wrong.code = "wrong_values";
  wrong.message = input->detail;
  attempt.reject(stage_of(*run.fixed), reason_of(wrong, *run.fixed), run.full_ms);
}

}  // namespace nereid::verify

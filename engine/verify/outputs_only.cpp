// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/verify/outputs_only.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace nereid::verify {
namespace {

// Rejections by a look at how the answer came about; what it is was not compared.
constexpr std::array<std::string_view, 5> kLooks = {
    "torch_fallback", "no_jit_function", "no_kernel_launch", "mutated_input", "missing_effect"};

const InputResult* original_of(const Verdict& verdict) {
  const auto found = std::find_if(verdict.inputs.begin(), verdict.inputs.end(),
                                  [](const auto& input) { return input.variant == "original"; });
  return found == verdict.inputs.end() || !found->applicable ? nullptr : &*found;
}

}  // namespace

VerifyOptions outputs_only(VerifyOptions strict) {
  strict.policy = Policy::kOutputs;
  strict.multi_input = false;
  strict.thorough = false;
  strict.staged_evaluation = false;  // the task's own inputs are looked at whatever came before
  strict.timing = strict.compiled_baseline = false;
  strict.modelled_device.clear();
  return strict;
}

std::optional<bool> outputs_right_of(const Verdict& verdict) {
  if (verdict.accepted) return true;
  const InputResult* original = original_of(verdict);
  if (original != nullptr && original->passed) return true;
  const std::string& code = verdict.reason.code;
  const bool was_a_look = std::find(kLooks.begin(), kLooks.end(), code) != kLooks.end();
  // Behind a kernel that fails there may be torch.
  const bool falls_back = std::find(verdict.flags.begin(), verdict.flags.end(),
                                    "try_with_fallback") != verdict.flags.end();
  // What fails on the smaller inputs was not run on the task's own.
  if (was_a_look || falls_back || (verdict.rejected_at == Stage::kTiny && original == nullptr))
    return std::nullopt;
  return false;
}

bool has_right_outputs(const Verdict& verdict) {
  if (verdict.accepted) return true;
  const InputResult* original = original_of(verdict);
  return original != nullptr && original->passed;
}

}  // namespace nereid::verify

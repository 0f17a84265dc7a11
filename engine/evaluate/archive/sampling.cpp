// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/evaluate/archive/sampling.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "engine/base/numbers.h"
#include "engine/record/episode_file.h"

namespace nereid::evaluate {
namespace {

using verify::Stage;

// Rejections by a look at how the answer came about; what it is was not compared.
constexpr std::array<std::string_view, 5> kLooks = {
    "torch_fallback", "no_jit_function", "no_kernel_launch", "mutated_input", "missing_effect"};

const verify::InputResult* original_of(const verify::Verdict& verdict) {
  const auto found = std::find_if(verdict.inputs.begin(), verdict.inputs.end(),
                                  [](const auto& input) { return input.variant == "original"; });
  return found == verdict.inputs.end() || !found->applicable ? nullptr : &*found;
}

std::optional<double> speedup_of(const verify::Verdict& verdict, const std::string& baseline) {
  if (!verdict.timing || baseline.empty()) return std::nullopt;
  const verify::Timing& timing = *verdict.timing;
  if (baseline == "eager") return timing.speedup > 0 ? std::optional(timing.speedup) : std::nullopt;
  if (!timing.compiled || timing.candidate.median_us <= 0) return std::nullopt;
  const double compiled = timing.compiled->median_us;
  const double reference =
      baseline == "min" ? std::min(compiled, timing.reference.median_us) : compiled;
  return reference > 0 ? std::optional(reference / timing.candidate.median_us) : std::nullopt;
}

std::optional<bool> outputs_part(const record::Episode& episode) {
  for (const auto& [name, value] : episode.reward.parts)
    if (name == kOutputsPart && !std::isnan(value)) return value > 0;
  return std::nullopt;
}

}  // namespace

std::optional<bool> outputs_right_of(const verify::Verdict& verdict) {
  if (verdict.accepted) return true;
  const verify::InputResult* original = original_of(verdict);
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

bool has_right_outputs(const verify::Verdict& verdict) {
  if (verdict.accepted) return true;
  const verify::InputResult* original = original_of(verdict);
  return original != nullptr && original->passed;
}

void score_episode(record::Episode& episode, std::optional<double> outputs) {
  const double right = !verify::was_judged(episode.verdict) ? kNaN
                       : episode.verdict.accepted           ? 1.0
                                                            : 0.0;
  episode.reward = {.total = right, .parts = {{kRightPart, right}}};
  if (outputs) episode.reward.parts.emplace_back(kOutputsPart, *outputs);
}

Result<Sample> sample_of(const record::Episode& episode, const EvaluationPlan& plan) {
  const verify::Verdict& verdict = episode.verdict;
  Sample sample;
  sample.task = episode.key.group;
  sample.index = episode.key.index - (episode.turn.number - 1) * plan.samples;
  sample.turn = episode.turn.number;
  sample.judged = verify::was_judged(verdict);
  sample.furthest_stage = static_cast<int>(verdict.furthest_stage);
  sample.valid = verdict.furthest_stage >= Stage::kStatic;
  sample.compiled = verdict.furthest_stage >= Stage::kCompile;
  sample.right = verdict.accepted;
  const int blocks = plan.extracted ? 1 : verify::extract_candidate(episode.completion).blocks;
  sample.conformant = !episode.truncated && blocks == 1 && sample.valid;
  sample.outputs_right = outputs_part(episode);
  if (sample.right) sample.speedup = speedup_of(verdict, plan.baseline);
  if (sample.right && verdict.modelled && verdict.modelled->device == plan.modelled_device &&
      verdict.modelled->speedup > 0 && std::isfinite(verdict.modelled->speedup))
    sample.modelled_speedup = verdict.modelled->speedup;
  sample.reason = verdict.reason.code;
  const auto category = category_of(sample.reason, {sample.judged, sample.valid, blocks});
  if (!category)
    return Error{ErrorCode::kUnsupported,
                 fmt::format("episode {}: the reason \"{}\" is not known to this build; use the "
                             "Nereid that wrote the record",
                             record::episode_name({episode.key, episode.phase}), sample.reason)};
  sample.category = *category;
  return sample;
}

}  // namespace nereid::evaluate

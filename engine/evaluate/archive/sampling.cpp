// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/evaluate/archive/sampling.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "engine/base/numbers.h"
#include "engine/record/episode_file.h"

namespace nereid::evaluate {
namespace {

using verify::Stage;

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
  if (sample.right) sample.speedup = speedup_of(verdict, plan.yardstick.baseline);
  if (sample.right && verdict.modelled &&
      verdict.modelled->device == plan.yardstick.modelled_device && verdict.modelled->speedup > 0 &&
      std::isfinite(verdict.modelled->speedup))
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

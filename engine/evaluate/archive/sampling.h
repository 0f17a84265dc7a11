// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>

#include "engine/evaluate/archive/plan.h"
#include "engine/evaluate/scores/sample.h"
#include "engine/record/episode.h"

namespace nereid::evaluate {

/// Names of the parts of an evaluation episode's reward: its total is 1 where the candidate is
/// right.
inline constexpr const char* kRightPart = "right";
inline constexpr const char* kOutputsPart = "outputs_right";

/// Fills the reward: total and parts. `outputs`: NaN where it could not be told; nothing where it
/// was not asked.
void score_episode(record::Episode& episode, std::optional<double> outputs);
/// The sample that an episode of the plan is. A reason that this build does not know is an error.
Result<Sample> sample_of(const record::Episode& episode, const EvaluationPlan& plan);

}  // namespace nereid::evaluate

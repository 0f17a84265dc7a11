// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/evaluate/internal/ask.h"
#include "engine/evaluate/scores/report.h"
#include "engine/tasks/prompt.h"

namespace nereid::evaluate {

/// What evaluate_policy does where the plan has several turns. Each turn asks whom the one before
/// left wrong, when all of that were judged, so that a resumed evaluation asks the same. `format`:
/// for_turns().
Result<EvaluateReport> evaluate_turns(policy::Policy& policy, const tasks::PromptFormat& format,
                                      const std::vector<tasks::Task>& tasks,
                                      const EvaluationPlan& plan, const ReportOptions& options,
                                      JudgingParts parts, Generated& generated);

}  // namespace nereid::evaluate

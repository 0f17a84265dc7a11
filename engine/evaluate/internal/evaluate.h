// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "engine/base/result.h"
#include "engine/evaluate/archive/judging.h"
#include "engine/evaluate/archive/task_choice.h"
#include "engine/evaluate/scores/report.h"
#include "engine/policy/internal/policy.h"
#include "engine/tasks/prompt.h"
#include "engine/tasks/task.h"

namespace nereid::evaluate {

/// How the policy is asked as that agent ("none": as a model alone).
Result<tasks::PromptFormat> prompt_format_of(const policy::Policy& policy, const std::string& agent,
                                             int version);

/// Fills in what the policy and the tasks say: hashes, prompt format, the longest prompt. Of a
/// chain the policy is that of any agent, and the agents' hashes are in the plan.
Result<void> complete_plan(EvaluationPlan& plan, const policy::Policy& policy,
                           const std::vector<tasks::Task>& tasks);

/// Samples, extracts and judges completions of `tasks`, and scores them. Verification runs beside
/// generation. What was not judged counts in no score, a prompt that is too long as not answered.
/// With an archive in `parts` every episode is kept, and what it holds is not judged again; a batch
/// of which a row is missing is generated again whole, so that its numbers are the same. kCancelled
/// says how far it came. With several turns (plan.turns) a rejected answer is followed by another
/// one, which is asked for with it and what the verifier said; an accepted one, one that could not
/// be judged and one whose next prompt would be too long are the last. The policy throws
/// c10::Error; an error of the chat template is returned.
Result<EvaluateReport> evaluate_policy(policy::Policy& policy,
                                       const std::vector<tasks::Task>& tasks,
                                       const EvaluationPlan& plan, const ReportOptions& options,
                                       JudgingParts parts);

}  // namespace nereid::evaluate

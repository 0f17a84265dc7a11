// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <vector>

#include "engine/base/result.h"
#include "engine/evaluate/archive/judging.h"
#include "engine/evaluate/scores/report.h"
#include "engine/policy/internal/policy.h"
#include "engine/tasks/task.h"

namespace nereid::evaluate {

/// The model of an agent of the plan, ready to answer until the next agent's is asked for.
using AgentModel = std::function<Result<policy::Policy*>()>;

/// Has the agents of the plan work on `tasks` one after the other: the first answers each task, the
/// next ones work on the kernel that came to them, and the fastest accepted one of it and of an
/// agent's answers goes on (episodes::keep_faster), so that none makes it slower or wrong.
/// `models`: one an agent. Every answer is judged and recorded under the name of its agent's phase;
/// resumed and judged as by evaluate_policy.
Result<EvaluateReport> evaluate_chain(const std::vector<AgentModel>& models,
                                      const std::vector<tasks::Task>& tasks,
                                      const EvaluationPlan& plan, const ReportOptions& options,
                                      JudgingParts parts);

}  // namespace nereid::evaluate

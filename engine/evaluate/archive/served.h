// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <functional>
#include <stop_token>
#include <string>
#include <vector>

#include "engine/base/result.h"
#include "engine/evaluate/archive/judging.h"
#include "engine/evaluate/archive/plan.h"
#include "engine/evaluate/scores/report.h"
#include "engine/tasks/task.h"

namespace nereid::evaluate {

/// What a model that somebody else serves has answered; its text may be empty.
struct ServedAnswer {
  std::string text;
  bool truncated = false;
};
/// Puts a task to it and waits. On several threads.
using ServedAsk =
    std::function<Result<ServedAnswer>(const tasks::Task& task, const std::stop_token& stop)>;

struct ServedParts {
  ServedAsk ask;
  int at_once = 4;  ///< questions on their way
  /// Keeps each answer as it arrives: after a kill it is judged, not asked for again. JSON lines.
  std::filesystem::path answers;
};

/// How such a model is asked.
std::string served_prompt(const tasks::Task& task);
/// The name of that way, for plans.
inline constexpr const char* kServedFormat = "instruct";

/// As evaluate_policy, of a model that is asked elsewhere: answers are judged as they arrive. No
/// answer is not a wrong one: where a question has none, the error is what went wrong last, and the
/// same call goes on. An error that concerns all questions (a refused key, an unknown model), or
/// several in a row, end it. `plan` is complete.
Result<EvaluateReport> evaluate_served(const ServedParts& served,
                                       const std::vector<tasks::Task>& tasks,
                                       const EvaluationPlan& plan, const ReportOptions& options,
                                       JudgingParts parts);

}  // namespace nereid::evaluate

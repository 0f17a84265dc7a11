// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "engine/evaluate/scores/report.h"

namespace nereid::evaluate {

/// Scores of completions that had up to `turns` answers each, one after the other: those of their
/// last answers, and what each turn added. `answers`: of all turns, in any order.
EvaluateReport make_turn_report(std::vector<ScoredTask> tasks, std::vector<Sample> answers,
                                int turns, const ReportOptions& options);

}  // namespace nereid::evaluate

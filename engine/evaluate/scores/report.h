// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace nereid {

/// Result of one level: unbiased pass@k (Chen et al., arXiv:2107.03374) with a 95% interval over
/// tasks.
struct LevelScore {
  int level = 0;
  int tasks = 0, samples = 0, correct = 0;  ///< samples: those that were judged
  int not_judged = 0;                       ///< the machinery gave up on them: in no score
  int too_long = 0;                         ///< samples whose prompt the model cannot take: wrong
  std::vector<int> k;
  std::vector<int> tasks_at_k;  ///< with at least k judged samples; the others are left out
  std::vector<double> pass_at_k, low, high;  ///< NaN where no task has k judged samples
  std::vector<std::int64_t>
      stage_counts;  ///< furthest stage passed: none, static, compile, tiny, full, timing
};
struct EvaluateReport {
  std::string split;  ///< which part of the tasks it was
  std::vector<LevelScore> levels;
  double seconds = 0, tokens_per_second = 0;
};

/// Of the first k that was asked for, over the levels that have it; NaN without one. Picks the best
/// checkpoint of a run.
double mean_pass_at_1(const EvaluateReport& report);
/// What a validation writes into the record.
std::vector<std::pair<std::string, double>> validation_metrics(const EvaluateReport& report);

}  // namespace nereid

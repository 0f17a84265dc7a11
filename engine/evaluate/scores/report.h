// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

namespace nereid {

/// Result of one level: unbiased pass@k (Chen et al., arXiv:2107.03374) with a 95% interval over
/// tasks.
struct LevelScore {
  int level = 0;
  int tasks = 0, samples = 0, correct = 0;
  std::vector<int> k;
  std::vector<double> pass_at_k, low, high;
  std::vector<std::int64_t>
      stage_counts;  ///< furthest stage passed: none, static, compile, tiny, full, timing
};
struct EvaluateReport {
  std::vector<LevelScore> levels;
  double seconds = 0, tokens_per_second = 0;
};

}  // namespace nereid

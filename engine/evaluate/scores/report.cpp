// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/evaluate/scores/report.h"

#include <cmath>
#include <string>

namespace nereid {

double mean_pass_at_1(const EvaluateReport& report) {
  double sum = 0, count = 0;
  for (const LevelScore& level : report.levels) {
    if (std::isnan(level.pass_at_k.front())) continue;
    sum += level.pass_at_k.front();
    ++count;
  }
  return sum / count;
}

std::vector<std::pair<std::string, double>> validation_metrics(const EvaluateReport& report) {
  std::vector<std::pair<std::string, double>> metrics;
  for (const LevelScore& level : report.levels)
    metrics.emplace_back("eval_pass@1/level" + std::to_string(level.level),
                         level.pass_at_k.front());
  metrics.emplace_back("time/evaluate", report.seconds);
  return metrics;
}

}  // namespace nereid

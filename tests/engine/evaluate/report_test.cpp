// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/evaluate/scores/report.h"

#include <gtest/gtest.h>

#include <cmath>

namespace nereid {
namespace {

EvaluateReport two_levels() {
  EvaluateReport report;
  for (const auto& [level, score] : {std::pair{1, 0.5}, std::pair{2, 0.25}}) {
    LevelScore one;
    one.level = level;
    one.k = {1, 10};
    one.pass_at_k = {score, 0.9};
    report.levels.push_back(one);
  }
  report.seconds = 3;
  return report;
}

TEST(EvaluateReport, MeanIsOverLevelsAtTheFirstK) {
  EXPECT_EQ(mean_pass_at_1(two_levels()), 0.375);
  EXPECT_TRUE(std::isnan(mean_pass_at_1({})));
}

TEST(EvaluateReport, MetricsNameTheLevels) {
  const std::vector<std::pair<std::string, double>> expected = {
      {"eval_pass@1/level1", 0.5}, {"eval_pass@1/level2", 0.25}, {"time/evaluate", 3.0}};
  EXPECT_EQ(validation_metrics(two_levels()), expected);
}

}  // namespace
}  // namespace nereid

// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/train/internal/verifier_metrics.h"

#include <gtest/gtest.h>

#include <map>

#include "engine/record/metrics.h"

namespace nereid::train {
namespace {

verify::VerifierStats stats_at(double uptime_s) {
  verify::VerifierStats stats;
  stats.uptime_s = uptime_s;
  stats.queued_s = 3 * uptime_s;
  stats.restarts = 2;
  stats.lanes = {{.name = "static", .slots = 1, .busy_s = 100},
                 {.name = "compile", .slots = 4, .busy_s = 2 * uptime_s},
                 {.name = "run", .slots = 2, .busy_s = 0.5 * uptime_s}};
  stats.stages = {{.name = "static", .count = 10, .total_s = 5},
                  {.name = "compile",
                   .count = static_cast<std::int64_t>(uptime_s),
                   .total_s = 0.25 * uptime_s}};
  return stats;
}

std::map<std::string, double> metrics_between(const verify::VerifierStats& before,
                                              const verify::VerifierStats& after) {
  std::vector<std::pair<std::string, double>> metrics;
  add_verifier_metrics(metrics, before, after);
  return {metrics.begin(), metrics.end()};
}

TEST(VerifierMetrics, AreOfTheTimeBetweenTwoLooks) {
  const auto found = metrics_between(stats_at(10), stats_at(30));
  EXPECT_DOUBLE_EQ(found.at("verify/queue_length"), 3);
  EXPECT_DOUBLE_EQ(found.at("verify/lane_use/compile"), 0.5);
  EXPECT_DOUBLE_EQ(found.at("verify/lane_use/run"), 0.25);
  EXPECT_DOUBLE_EQ(found.at("verify/stage_time/compile"), 0.25);
  EXPECT_DOUBLE_EQ(found.at("verify/restarts"), 2);
  EXPECT_FALSE(found.contains("verify/stage_time/static")) << "nothing was checked in between";
}

TEST(VerifierMetrics, TheFirstStepCountsFromTheStart) {
  const auto found = metrics_between({}, stats_at(20));
  EXPECT_DOUBLE_EQ(found.at("verify/lane_use/compile"), 0.5);
  EXPECT_DOUBLE_EQ(found.at("verify/stage_time/static"), 0.5);
}

TEST(VerifierMetrics, EveryOneHasARowInTheTable) {
  verify::VerifierStats after = stats_at(20);
  for (const char* stage : {"tiny", "full", "timing"})
    after.stages.push_back({.name = stage, .count = 1, .total_s = 1});
  for (const auto& [key, value] : metrics_between({}, after))
    EXPECT_NE(record::find_metric(key), nullptr) << key;
}

}  // namespace
}  // namespace nereid::train

// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/record/analysis/run_phases.h"

#include <gtest/gtest.h>

namespace nereid::record {
namespace {

constexpr const char* kFact =
    R"([{"name":"sft","method":"sft","agent":"none","first_step":1,"last_step":50},
        {"name":"midend","method":"grpo","agent":"midend","first_step":51,"last_step":51},
        {"name":"last","method":"grpo","agent":"none","first_step":52,"last_step":60}])";

TEST(RunPhases, AreReadFromTheFactOfARun) {
  RunInfo info;
  EXPECT_TRUE(run_phases(info).empty());
  info.facts["phases"] = kFact;
  const std::vector<RunPhase> phases = run_phases(info);
  ASSERT_EQ(phases.size(), 3U);
  EXPECT_EQ(phases[1], (RunPhase{"midend", "grpo", "midend", 51, 51}));
  EXPECT_EQ(phases[2].steps(), 9);
}

TEST(RunPhases, AStepBelongsToOnePhase) {
  const std::vector<RunPhase> phases = parse_run_phases(kFact);
  EXPECT_EQ(phase_at({}, 3), std::nullopt);
  const std::vector<std::pair<int, std::size_t>> expected = {{0, 0},  {1, 0},  {50, 0}, {51, 1},
                                                             {52, 2}, {60, 2}, {99, 2}};
  for (const auto& [step, index] : expected) EXPECT_EQ(phase_at(phases, step), index) << step;
}

TEST(RunPhases, CountWhatIsDone) {
  const RunPhase phase{"a", "sft", "none", 11, 20};
  EXPECT_EQ(steps_done(phase, 0), 0);
  EXPECT_EQ(steps_done(phase, 10), 0);
  EXPECT_EQ(steps_done(phase, 11), 1);
  EXPECT_EQ(steps_done(phase, 20), 10);
  EXPECT_EQ(steps_done(phase, 99), 10);
}

TEST(RunPhases, WhatCannotBeReadIsNoPhase) {
  for (
      const char* broken : {
          "",
          "nonsense",
          "{}",
          "[1, 2]",
          R"([{"name":"a"}])",
          R"([{"name":"a","first_step":1])",
          R"([{"name":"a","first_step":"1","last_step":2}])",
          R"([{"name":"a","first_step":5,"last_step":2}])",
          R"([{"name":"","first_step":1,"last_step":2}])",
          R"([{"name":"a","first_step":1,"last_step":4},{"name":"b","first_step":4,"last_step":6}])",
          R"([{"name":"a","first_step":1,"last_step":4},{"name":"b","first_step":0,"last_step":0}])",
      })
    EXPECT_TRUE(parse_run_phases(broken).empty()) << broken;
}

TEST(RunPhases, EvaluationsAreToldFromTraining) {
  EXPECT_TRUE(is_evaluation("evaluate"));
  for (const char* name : {"train", "sft", "frontend", "best_of_n"})
    EXPECT_FALSE(is_evaluation(name)) << name;
}

}  // namespace
}  // namespace nereid::record

// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/tasks/curriculum.h"

#include <gtest/gtest.h>

namespace nereid::tasks {
namespace {

TEST(Curriculum, FollowsTheFormulaOfTheReport) {
  EXPECT_DOUBLE_EQ(level2_probability(0), 0.1);
  EXPECT_DOUBLE_EQ(level2_probability(0.1), 0.2);
  EXPECT_DOUBLE_EQ(level2_probability(0.2), 0.3);
  EXPECT_DOUBLE_EQ(level2_probability(0.39), 0.49);
  EXPECT_DOUBLE_EQ(level2_probability(0.4), 0.5);
  EXPECT_DOUBLE_EQ(level2_probability(1), 0.5);
}

TEST(Curriculum, AdaptiveShareFollowsTheWindow) {
  CurriculumSampler sampler(true, 0.75, 4);
  EXPECT_DOUBLE_EQ(sampler.level2_share(), 0.1);
  sampler.record_level1(true);
  EXPECT_DOUBLE_EQ(sampler.level1_accuracy(), 1);
  for (int i = 0; i < 4; ++i) {
    sampler.record_level1(false);  // pushes the right one out
  }
  EXPECT_DOUBLE_EQ(sampler.level1_accuracy(), 0);
  sampler.record_level1(true);
  EXPECT_DOUBLE_EQ(sampler.level1_accuracy(), 0.25);
  EXPECT_DOUBLE_EQ(sampler.level2_share(), 0.1 + 0.4 * 0.25 / 0.4);
}

TEST(Curriculum, FixedShareIgnoresTheOutcomes) {
  CurriculumSampler sampler(false, 0.75, 4);
  for (int i = 0; i < 4; ++i) {
    sampler.record_level1(true);
  }
  EXPECT_DOUBLE_EQ(sampler.level2_share(), 0.75);
}

TEST(Curriculum, DrawsTheShareItPromises) {
  const CurriculumSampler sampler(false, 0.3, 4);
  int level2 = 0;
  constexpr int kDraws = 20000;
  for (int i = 0; i < kDraws; ++i) {
    level2 += sampler.pick_level(7, i / 4, i % 4) == 2 ? 1 : 0;
  }
  // Five standard deviations of a binomial: 5 * sqrt(0.3 * 0.7 / 20000) = 0.016.
  EXPECT_NEAR(static_cast<double>(level2) / kDraws, 0.3, 0.016);
}

TEST(Curriculum, DrawDependsOnSeedStepAndSlotOnly) {
  CurriculumSampler one(false, 0.5, 4);
  CurriculumSampler other(false, 0.5, 4);
  other.record_level1(true);
  int differing_seeds = 0;
  for (int i = 0; i < 100; ++i) {
    EXPECT_EQ(one.pick_level(1, i, 2), other.pick_level(1, i, 2));
    differing_seeds += one.pick_level(1, i, 2) != one.pick_level(2, i, 2) ? 1 : 0;
  }
  EXPECT_GT(differing_seeds, 20);
}

TEST(Curriculum, StateComesBackAsItWas) {
  CurriculumSampler sampler(true, 0.5, 8);
  for (const bool correct : {true, false, false, true, true}) {
    sampler.record_level1(correct);
  }
  CurriculumSampler restored(true, 0.5, 8);
  ASSERT_TRUE(restored.restore(sampler.state()));
  EXPECT_EQ(restored.state(), sampler.state());
  EXPECT_DOUBLE_EQ(restored.level1_accuracy(), 0.6);
}

TEST(Curriculum, RefusesADamagedState) {
  CurriculumSampler sampler(true, 0.5, 8);
  sampler.record_level1(true);
  for (const char* damaged : {"", "{}", "[1]", "{\"recent\": 3}", "{\"recent\": \"01x\"}"}) {
    const auto result = sampler.restore(damaged);
    ASSERT_FALSE(result) << damaged;
    EXPECT_EQ(result.error().code, ErrorCode::kCorrupt);
  }
  EXPECT_DOUBLE_EQ(sampler.level1_accuracy(), 1);  // unchanged
}

}  // namespace
}  // namespace nereid::tasks

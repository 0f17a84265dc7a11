// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/evaluate/scores/ablation_statistics.h"

#include <gtest/gtest.h>

#include <cmath>

namespace nereid::evaluate {
namespace {

using config::kAblationCells;

TEST(AblationStatistics, WithoutRunsNothingIsKnown) {
  const AblationStatistics none;
  EXPECT_TRUE(std::isnan(none.cell(0).mean()));
  EXPECT_TRUE(std::isnan(none.gain(kAblationCells - 1)));
  EXPECT_EQ(none.pair_effect(0).count, 0);
  EXPECT_EQ(none.main_effect(0), 0.0);
}

// Switch i adds 2^i, seeds add 0 or 1: effects are known without any formula.
TEST(AblationStatistics, EffectsOfAFullMatrixAreThoseOfItsSwitches) {
  AblationStatistics statistics;
  for (std::size_t cell = 0; cell < kAblationCells; ++cell)
    for (const int seed : {0, 1}) statistics.add(cell, static_cast<double>(cell) + seed);
  EXPECT_EQ(statistics.cell(5).mean(), 5.5);
  EXPECT_EQ(statistics.cell(5).low, 5.0);
  EXPECT_EQ(statistics.cell(5).high, 6.0);
  EXPECT_EQ(statistics.gain(5), 5.0);
  for (std::size_t which = 0; which < config::kExtensionCount; ++which) {
    const double effect = 1 << which;
    EXPECT_EQ(statistics.main_effect(which), effect);
    const MeanRange pairs = statistics.pair_effect(which);
    EXPECT_EQ(pairs.count, 8);
    EXPECT_EQ(pairs.mean(), effect);
    EXPECT_EQ(pairs.low, effect);
    EXPECT_EQ(pairs.high, effect);
  }
}

TEST(AblationStatistics, PairsWithoutBothRunsDoNotCount) {
  AblationStatistics statistics;
  statistics.add(0, 1.0);
  statistics.add(1, 3.0);  // switch 0 alone
  statistics.add(6, 9.0);  // differs from neither in one switch only
  EXPECT_EQ(statistics.pair_effect(0).count, 1);
  EXPECT_EQ(statistics.pair_effect(0).mean(), 2.0);
  EXPECT_EQ(statistics.pair_effect(1).count, 0);
  EXPECT_EQ(statistics.main_effect(1), 9.0 - 2.0);
}

}  // namespace
}  // namespace nereid::evaluate

// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/evaluate/scores/ablation_statistics.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <map>
#include <random>
#include <vector>

namespace nereid::evaluate {
namespace {

using config::kAblationCells;

TEST(AblationStatistics, WithoutRunsNothingIsKnown) {
  const AblationStatistics none;
  EXPECT_TRUE(std::isnan(none.cell(0).mean()));
  EXPECT_TRUE(std::isnan(none.gain(kAblationCells - 1)));
  EXPECT_EQ(none.pair_effect(0).count, 0);
  EXPECT_EQ(none.main_effect(0).contrast.seeds, 0);
  EXPECT_TRUE(std::isnan(none.main_effect(0).contrast.mean));
  EXPECT_TRUE(std::isnan(none.interaction(0, 1).contrast.mean));
}

// Switch i adds 2^i, seeds add 0 or 1: effects are known without any formula.
TEST(AblationStatistics, EffectsOfAFullMatrixAreThoseOfItsSwitches) {
  AblationStatistics statistics;
  for (std::size_t cell = 0; cell < kAblationCells; ++cell)
    for (const std::uint64_t seed : {0, 1})
      statistics.add(cell, seed, static_cast<double>(cell + seed));
  EXPECT_EQ(statistics.cell(5).mean(), 5.5);
  EXPECT_EQ(statistics.cell(5).low, 5.0);
  EXPECT_EQ(statistics.cell(5).high, 6.0);
  EXPECT_EQ(statistics.gain(5), 5.0);
  for (std::size_t which = 0; which < config::kExtensionCount; ++which) {
    const double effect = 1 << which;
    const AblationEffect main = statistics.main_effect(which);
    EXPECT_EQ(main.comparisons, 8);
    EXPECT_EQ(main.contrast.seeds, 2);
    EXPECT_EQ(main.contrast.mean, effect);
    EXPECT_EQ(main.contrast.low, effect) << "what a seed has in common falls out";
    EXPECT_EQ(main.contrast.high, effect);
    const MeanRange pairs = statistics.pair_effect(which);
    EXPECT_EQ(pairs.count, 8);
    EXPECT_EQ(pairs.mean(), effect);
    EXPECT_EQ(pairs.low, effect);
    EXPECT_EQ(pairs.high, effect);
    for (std::size_t other = 0; other < which; ++other) {
      EXPECT_EQ(statistics.interaction(which, other).comparisons, 4);
      EXPECT_EQ(statistics.interaction(which, other).contrast.mean, 0.0) << "they only add up";
    }
  }
}

// The product of two switches: each alone changes half of it on average, both together the rest.
TEST(AblationStatistics, AProductIsAnInteraction) {
  AblationStatistics statistics;
  for (std::size_t cell = 0; cell < kAblationCells; ++cell)
    statistics.add(cell, 0, (cell & 0b101U) == 0b101U ? 4.0 : 0.0);
  EXPECT_EQ(statistics.main_effect(0).contrast.mean, 2.0);
  EXPECT_EQ(statistics.main_effect(2).contrast.mean, 2.0);
  EXPECT_EQ(statistics.main_effect(1).contrast.mean, 0.0);
  EXPECT_EQ(statistics.interaction(0, 2).contrast.mean, 2.0);
  EXPECT_EQ(statistics.interaction(2, 0).contrast.mean, 2.0);
  EXPECT_EQ(statistics.interaction(0, 1).contrast.mean, 0.0);
  EXPECT_TRUE(std::isnan(statistics.interaction(0, 2).contrast.low)) << "one seed, no interval";
}

// A slow twin by the sign table of the 2^4 design, for numbers without a pattern.
TEST(AblationStatistics, AgreesWithTheSignTable) {
  std::mt19937 random(3);
  std::uniform_real_distribution<double> draw(-1, 1);
  std::map<std::uint64_t, std::vector<double>> values;
  AblationStatistics statistics;
  for (const std::uint64_t seed : {7, 8, 9}) {
    for (std::size_t cell = 0; cell < kAblationCells; ++cell) {
      values[seed].push_back(draw(random));
      statistics.add(cell, seed, values[seed].back());
    }
  }
  const auto sign = [](std::size_t cell, std::size_t which) {
    return (cell >> which & 1U) != 0 ? 1.0 : -1.0;
  };
  for (std::size_t a = 0; a < config::kExtensionCount; ++a) {
    double main = 0;
    for (const auto& [seed, cells] : values)
      for (std::size_t cell = 0; cell < cells.size(); ++cell) main += sign(cell, a) * cells[cell];
    EXPECT_NEAR(statistics.main_effect(a).contrast.mean, main / 8 / 3, 1e-12);
    for (std::size_t b = 0; b < a; ++b) {
      double both = 0;
      for (const auto& [seed, cells] : values)
        for (std::size_t cell = 0; cell < cells.size(); ++cell)
          both += sign(cell, a) * sign(cell, b) * cells[cell];
      EXPECT_NEAR(statistics.interaction(a, b).contrast.mean, both / 8 / 3, 1e-12);
    }
  }
}

TEST(AblationStatistics, PairsWithoutBothRunsDoNotCount) {
  AblationStatistics statistics;
  statistics.add(0, 0, 1.0);
  statistics.add(1, 0, 3.0);  // switch 0 alone
  statistics.add(6, 0, 9.0);  // differs from neither in one switch only
  statistics.add(1, 1, 7.0);  // a seed without any pair
  EXPECT_EQ(statistics.pair_effect(0).count, 1);
  EXPECT_EQ(statistics.main_effect(0).contrast.mean, 2.0);
  EXPECT_EQ(statistics.main_effect(0).contrast.seeds, 1);
  EXPECT_EQ(statistics.main_effect(0).comparisons, 1);
  EXPECT_EQ(statistics.pair_effect(1).count, 0);
  EXPECT_EQ(statistics.main_effect(1).contrast.seeds, 0);
  EXPECT_EQ(statistics.cell_over_seeds(1).mean, 5.0);
}

// Printed tables of Student's t, two-sided 95% and 99%.
TEST(Contrast, BoundsAreThoseOfTheTables) {
  EXPECT_NEAR(student_t_bound(1, 0.95), 12.706, 5e-4);
  EXPECT_NEAR(student_t_bound(2, 0.95), 4.303, 5e-4);
  EXPECT_NEAR(student_t_bound(3, 0.95), 3.182, 5e-4);
  EXPECT_NEAR(student_t_bound(4, 0.95), 2.776, 5e-4);
  EXPECT_NEAR(student_t_bound(9, 0.95), 2.262, 5e-4);
  EXPECT_NEAR(student_t_bound(30, 0.95), 2.042, 5e-4);
  EXPECT_NEAR(student_t_bound(120, 0.95), 1.980, 5e-4);
  EXPECT_NEAR(student_t_bound(1, 0.99), 63.657, 5e-4);
  EXPECT_NEAR(student_t_bound(5, 0.99), 4.032, 5e-4);
}

TEST(Contrast, ThreeSeeds) {
  const Contrast none = contrast_over_seeds({});
  EXPECT_TRUE(std::isnan(none.mean) && std::isnan(none.low));
  const std::array one = {0.25};
  EXPECT_EQ(contrast_over_seeds(one).mean, 0.25);
  EXPECT_TRUE(std::isnan(contrast_over_seeds(one).high));
  const std::array three = {1.0, 2.0, 6.0};  // mean 3, s^2 = 7
  const Contrast some = contrast_over_seeds(three);
  EXPECT_EQ(some.mean, 3.0);
  EXPECT_NEAR(some.high - some.mean, 4.30265 * std::sqrt(7.0 / 3), 1e-4);
  EXPECT_NEAR(some.mean - some.low, some.high - some.mean, 1e-12);
}

}  // namespace
}  // namespace nereid::evaluate

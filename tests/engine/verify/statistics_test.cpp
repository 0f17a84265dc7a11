// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/verify/internal/statistics.h"

#include <gtest/gtest.h>

#include <random>

namespace nereid::verify {
namespace {

std::vector<double> noisy(double centre, double spread, std::size_t count, unsigned seed) {
  std::mt19937 random(seed);
  std::normal_distribution<double> normal(centre, spread);
  std::vector<double> values(count);
  for (double& value : values) value = normal(random);
  return values;
}

TEST(Statistics, Median) {
  EXPECT_EQ(median({}), 0);
  EXPECT_EQ(median({3}), 3);
  EXPECT_EQ(median({4, 1, 3}), 3);
  EXPECT_EQ(median({4, 1, 3, 2}), 2.5);
}

TEST(Statistics, IntervalHoldsTheMedian) {
  const TimingEstimate estimate = median_interval(noisy(100, 1, 200, 1));
  EXPECT_LE(estimate.low_us, estimate.median_us);
  EXPECT_GE(estimate.high_us, estimate.median_us);
  EXPECT_NEAR(estimate.median_us, 100, 0.5);  // 5 standard errors of a median of 200
}

TEST(Statistics, DecisionsOnPlantedRatios) {
  const auto reference = noisy(100, 0.2, 20, 1);
  const auto decide = [&](double centre) {
    return timing_decision(ratio_interval(noisy(centre, 0.2, 20, 2), reference));
  };
  EXPECT_EQ(decide(100), "SAME");
  EXPECT_EQ(decide(95), "FASTER");
  EXPECT_EQ(decide(105), "SLOWER");
  EXPECT_EQ(decide(101), "AMBIGUOUS");
  EXPECT_EQ(timing_decision(ratio_interval(noisy(100, 40, 6, 3), noisy(100, 40, 6, 4))),
            "AMBIGUOUS");
}

}  // namespace
}  // namespace nereid::verify

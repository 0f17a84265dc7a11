// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/verify/timing/statistics.h"

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
  EXPECT_EQ(decide(101), "SLOWER");
  EXPECT_EQ(decide(100.5), "AMBIGUOUS");
  EXPECT_EQ(timing_decision(ratio_interval(noisy(100, 40, 6, 3), noisy(100, 40, 6, 4))),
            "AMBIGUOUS");
}

TEST(Statistics, TrimmedMeanLeavesBothEndsOut) {
  EXPECT_EQ(trimmed_mean({}, 0.1), 0);
  EXPECT_EQ(trimmed_mean({3}, 0.1), 3);
  std::vector<double> values;
  for (int i = 1; i <= 50; ++i) values.push_back(i);
  EXPECT_EQ(trimmed_mean(values, 0.1), 25.5);
  values.front() = -1e9, values.back() = 1e9;  // within the five that are left out at either end
  EXPECT_EQ(trimmed_mean(values, 0.1), 25.5);
  EXPECT_NE(trimmed_mean(values, 0.01), 25.5);
}

TEST(Statistics, RatioIsTheGeometricMeanOfPairs) {
  const Ratio ratio = ratio_interval({1, 2, 4, 8}, {2, 4, 8, 16});
  EXPECT_DOUBLE_EQ(ratio.value, 2);
  EXPECT_DOUBLE_EQ(ratio.low, 2);
  EXPECT_DOUBLE_EQ(ratio.high, 2);
}

// 95% asked for: of 400 draws between 91% and 98.5% hold the truth (4 standard errors around 95%).
TEST(Statistics, RatioIntervalCoversTheTruthWithFewBlocks) {
  for (const std::size_t blocks : {5U, 10U}) {
    int covered = 0;
    for (unsigned draw = 0; draw < 400; ++draw) {
      const Ratio ratio =
          ratio_interval(noisy(50, 0.5, blocks, 2 * draw + 1), noisy(100, 1, blocks, 2 * draw + 2));
      if (ratio.low <= 2 && 2 <= ratio.high) ++covered;
    }
    EXPECT_GE(covered, 364) << blocks << " blocks";
    EXPECT_LE(covered, 394) << blocks << " blocks";
  }
}

TEST(Statistics, TrimmedRatioForgetsOutliers) {
  std::vector<double> candidate = noisy(10, 0.05, 50, 1), reference = noisy(20, 0.1, 50, 2);
  candidate[7] = 1000;
  reference[3] = 5000;
  const Ratio ratio = trimmed_ratio(candidate, reference);
  EXPECT_NEAR(ratio.value, 2, 0.01);
  EXPECT_LT(ratio.low, ratio.value);
  EXPECT_GT(ratio.high, ratio.value);
  EXPECT_LT(ratio.high - ratio.low, 0.02);
}

TEST(Statistics, LaunchBoundKernelsAreTheSameWithinMore) {
  EXPECT_EQ(same_within(50, 1), kSameWithin);
  EXPECT_EQ(same_within(4.5, 4), kLaunchBoundWithin);
  EXPECT_DOUBLE_EQ(same_within(2, 1), kLaunchUs / 2);
  EXPECT_EQ(same_within(kShortUs, 1), kSameWithin);
  EXPECT_EQ(same_within(0, 0), kSameWithin);
}

TEST(Statistics, FloorComesFromBytesOrLaunch) {
  const TimingFloor floor{.bytes = 4e6, .peak_bytes_per_us = 4e6, .launch_us = 1, .is_cold = true};
  EXPECT_DOUBLE_EQ(timing_floor_us(floor, 5), 0.9);
  // The reference is faster: the bytes need not be moved.
  EXPECT_DOUBLE_EQ(timing_floor_us(floor, 0.8), 0.5);
  TimingFloor warm = floor;
  warm.is_cold = false;
  EXPECT_DOUBLE_EQ(timing_floor_us(warm, 5), 0.5);
  EXPECT_DOUBLE_EQ(timing_floor_us({}, 5), 0);
}

}  // namespace
}  // namespace nereid::verify

// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/evaluate/scores/pass_at_k.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace nereid::evaluate {
namespace {

// Share of the k-subsets of n samples, `correct` of them right, that hold a right one: counted one
// by one.
double counted_pass_at_k(int n, int correct, int k) {
  int subsets = 0, good = 0;
  for (unsigned subset = 0; subset < (1u << n); ++subset) {
    if (__builtin_popcount(subset) != k) continue;
    ++subsets;
    good += (subset & ((1u << correct) - 1)) != 0 ? 1 : 0;
  }
  return static_cast<double>(good) / subsets;
}

TEST(PassAtK, IsTheShareOfSubsetsWithARightSample) {
  for (int n = 1; n <= 9; ++n) {
    for (int correct = 0; correct <= n; ++correct) {
      for (int k = 1; k <= n; ++k) {
        EXPECT_NEAR(pass_at_k(n, correct, k), counted_pass_at_k(n, correct, k), 1e-12)
            << n << " samples, " << correct << " right, k " << k;
      }
    }
  }
}

TEST(PassAtK, LargeNumbersDoNotOverflow) {
  EXPECT_NEAR(pass_at_k(10000, 1, 100), 0.01, 1e-9);
}

TEST(PassAtK, FewerSamplesThanKSayNothing) {
  EXPECT_TRUE(std::isnan(pass_at_k(10, 3, 20)));
  EXPECT_TRUE(std::isnan(pass_at_k(0, 0, 1)));
}

TEST(WilsonInterval, AgreesWithPublishedValues) {
  // From the formula by hand for 8 of 10 and 0 of 20.
  // and 0 of 20.
  EXPECT_NEAR(wilson_interval(8, 10).low, 0.4901625, 1e-6);
  EXPECT_NEAR(wilson_interval(8, 10).high, 0.9433178, 1e-6);
  EXPECT_NEAR(wilson_interval(0, 20).low, 0.0, 1e-12);
  EXPECT_NEAR(wilson_interval(0, 20).high, 0.1611252, 1e-6);
  EXPECT_EQ(wilson_interval(0, 0).high, 1.0);
}

TEST(BootstrapInterval, HoldsTheMeanAndShrinksWithTasks) {
  const auto interval_of = [](int tasks) {
    std::vector<double> values;
    for (int i = 0; i < tasks; ++i) values.push_back(i % 4 == 0 ? 1.0 : 0.0);
    return bootstrap_interval(values, 11);
  };
  const Interval few = interval_of(40), many = interval_of(1000);
  EXPECT_LT(few.low, 0.25);
  EXPECT_GT(few.high, 0.25);
  // Standard error sqrt(p(1-p)/n): 0.068 and 0.0137, times 2 * 1.96.
  EXPECT_NEAR(few.high - few.low, 0.268, 0.06);
  EXPECT_NEAR(many.high - many.low, 0.0537, 0.012);
  EXPECT_EQ(interval_of(40).low, few.low);
}

}  // namespace
}  // namespace nereid::evaluate

// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>
#include <numeric>
#include <set>

#include "engine/train/internal/advantage.h"
#include "engine/train/internal/schedule.h"
#include "engine/train/internal/selection.h"
#include "engine/train/internal/streams.h"

namespace nereid::train {
namespace {

// The advantage once more in plain loops: (r - mean) / (unbiased std + 1e-4).
std::vector<double> slow_advantages(const std::vector<double>& rewards, int size,
                                    ScaleRewards scale) {
  const auto std_of = [](const double* values, int count) {
    double mean = 0, squares = 0;
    for (int i = 0; i < count; ++i) mean += values[i] / count;
    for (int i = 0; i < count; ++i) squares += (values[i] - mean) * (values[i] - mean);
    return count > 1 ? std::sqrt(squares / (count - 1)) : 0.0;
  };
  std::vector<double> out;
  for (std::size_t begin = 0; begin < rewards.size(); begin += static_cast<std::size_t>(size)) {
    double mean = 0;
    for (int i = 0; i < size; ++i) mean += rewards[begin + static_cast<std::size_t>(i)] / size;
    double divisor = 1;
    if (scale == ScaleRewards::kGroup) divisor = std_of(&rewards[begin], size) + 1e-4;
    if (scale == ScaleRewards::kBatch) {
      divisor = std_of(rewards.data(), static_cast<int>(rewards.size())) + 1e-4;
    }
    for (int i = 0; i < size; ++i)
      out.push_back((rewards[begin + static_cast<std::size_t>(i)] - mean) / divisor);
  }
  return out;
}

TEST(Advantage, AgreesWithThePlainLoops) {
  const std::vector<double> rewards{0.3, 0.7, 0.0, 0.5, 0.7, 0.7, 0.7, 0.0, 1.0, 0.3, 0.5, 0.5};
  for (const ScaleRewards scale :
       {ScaleRewards::kGroup, ScaleRewards::kBatch, ScaleRewards::kNone}) {
    for (const int size : {2, 3, 4, 6, 12}) {
      const Advantages fast = group_advantages(rewards, size, scale);
      const std::vector<double> slow = slow_advantages(rewards, size, scale);
      for (std::size_t i = 0; i < rewards.size(); ++i) {
        EXPECT_NEAR(fast.advantage[i], slow[i], 1e-9) << "row " << i << ", group size " << size;
      }
    }
  }
}

TEST(Advantage, OneSuccessInFourGivesTheWellKnownNumbers) {
  const Advantages one = group_advantages(std::vector<double>{1, 0, 0, 0}, 4, ScaleRewards::kGroup);
  EXPECT_NEAR(one.advantage[0], 0.75 / (0.5 + 1e-4), 1e-12);  // about 1.5
  EXPECT_NEAR(one.advantage[1], -0.25 / (0.5 + 1e-4), 1e-12);
}

TEST(Advantage, EqualRewardsGiveExactlyZero) {
  // 0.1 + 0.2 style noise in the mean must not be blown up by the division.
  const std::vector<double> rewards(7, 0.7);
  for (const ScaleRewards scale :
       {ScaleRewards::kGroup, ScaleRewards::kBatch, ScaleRewards::kNone}) {
    const Advantages out = group_advantages(rewards, 7, scale);
    for (const double a : out.advantage) EXPECT_EQ(a, 0.0);
    EXPECT_TRUE(out.zero_std[0]);
    EXPECT_EQ(out.reward_std, 0.0);
  }
}

TEST(Advantage, GroupOfOneHasNone) {
  const Advantages out = group_advantages(std::vector<double>{0.3, 0.9}, 1, ScaleRewards::kGroup);
  EXPECT_EQ(out.advantage, (std::vector<double>{0, 0}));
}

TEST(Advantage, NanStaysOutOfTheBaseline) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const Advantages with = group_advantages(std::vector<double>{1, nan, 0}, 3, ScaleRewards::kGroup);
  const Advantages without = group_advantages(std::vector<double>{1, 0}, 2, ScaleRewards::kGroup);
  EXPECT_EQ(with.advantage[1], 0.0);
  EXPECT_DOUBLE_EQ(with.advantage[0], without.advantage[0]);
  EXPECT_DOUBLE_EQ(with.advantage[2], without.advantage[1]);
}

config::OptimizerSettings optimizer(const std::string& type, int warmup) {
  config::OptimizerSettings settings;
  settings.learning_rate = 2e-3;
  settings.lr_scheduler_type = type;
  settings.warmup_steps = warmup;
  return settings;
}

TEST(Schedule, WarmUpRisesToTheBaseAndIsTheSameForAllTypes) {
  for (const char* type : {"constant", "linear", "cosine"}) {
    EXPECT_DOUBLE_EQ(learning_rate_at(optimizer(type, 4), 1, 20), 2e-3 * 0.25);
    EXPECT_DOUBLE_EQ(learning_rate_at(optimizer(type, 4), 4, 20), 2e-3);
    EXPECT_DOUBLE_EQ(learning_rate_at(optimizer(type, 4), 5, 20), 2e-3);
  }
}

TEST(Schedule, FallsAsItsFormulaSays) {
  EXPECT_DOUBLE_EQ(learning_rate_at(optimizer("constant", 0), 999, 20), 2e-3);
  EXPECT_DOUBLE_EQ(learning_rate_at(optimizer("linear", 0), 11, 20), 1e-3);
  EXPECT_DOUBLE_EQ(learning_rate_at(optimizer("cosine", 0), 11, 20), 1e-3);
  EXPECT_NEAR(learning_rate_at(optimizer("cosine", 4), 9, 20),
              1e-3 * (1 + std::cos(std::numbers::pi * 4 / 16)), 1e-15);
}

TEST(Schedule, PastTheLastStepIsZeroNotNegative) {
  EXPECT_EQ(learning_rate_at(optimizer("linear", 0), 25, 20), 0.0);
  EXPECT_NEAR(learning_rate_at(optimizer("cosine", 0), 25, 20), 0.0, 1e-18);
}

TEST(Schedule, WarmUpLongerThanTheRunIsLegal) {
  EXPECT_DOUBLE_EQ(learning_rate_at(optimizer("cosine", 100), 10, 20), 2e-4);
}

TEST(Selection, HigherRewardThenFasterThenEarlier) {
  const std::vector<Sample> samples{
      {0.7, 30, "a"}, {0.9, 50, "b"}, {0.9, 40, "c"}, {0.9, 40, "d"}, {0.8, 5, "e"}};
  EXPECT_EQ(select_best(samples, 4, 0.7), (std::vector<int>{2, 3, 1, 4}));
}

TEST(Selection, NothingBelowTheMinimumIsLearnt) {
  const std::vector<Sample> samples{{0.5, 3, "a"}, {0.3, 3, "b"}, {std::nan(""), 3, "c"}};
  EXPECT_TRUE(select_best(samples, 3, 0.7).empty());
}

TEST(Selection, DuplicatesTruncatedAndEmptyOnesAreLeftOut) {
  const std::vector<Sample> samples{
      {0.7, 9, "same"}, {0.7, 4, "same"}, {0.9, 3, "cut", true}, {0.8, 3, ""}, {0.7, 9, "x"}};
  EXPECT_EQ(select_best(samples, 5, 0.7), (std::vector<int>{1, 4}));
}

TEST(Streams, PermutationIsABijection) {
  for (const std::uint64_t size : {1u, 2u, 3u, 8u, 17u, 1000u}) {
    std::set<std::uint64_t> seen;
    for (std::uint64_t i = 0; i < size; ++i) seen.insert(permuted(5, i, size));
    EXPECT_EQ(seen.size(), size);
    EXPECT_LT(*seen.rbegin(), size);
  }
}

// Checkpoints of older runs go on with these bits.
TEST(Streams, StayWhatTheyAre) {
  EXPECT_EQ(stream_seed(0, Stream::kSampling, {1, 2, 3}), 0x0930F55CF52F5280ULL);
  EXPECT_EQ(stream_seed(5, Stream::kShuffle, {-1, 8}), 0x0449E0E6A38AA84AULL);
  std::vector<std::uint64_t> places;
  for (std::uint64_t i = 0; i < 10; ++i) places.push_back(permuted(9, i, 10));
  EXPECT_EQ(places, (std::vector<std::uint64_t>{1, 5, 8, 2, 6, 4, 9, 0, 3, 7}));
}

TEST(Streams, DifferInEveryCoordinate) {
  std::set<std::uint64_t> seen;
  for (const Stream stream : {Stream::kSampling, Stream::kVerify}) {
    for (std::uint64_t seed = 0; seed < 3; ++seed) {
      for (std::int64_t step = 0; step < 4; ++step) {
        for (std::int64_t group = 0; group < 4; ++group)
          seen.insert(stream_seed(seed, stream, {step, group}));
      }
    }
  }
  EXPECT_EQ(seen.size(), 2u * 3u * 4u * 4u);
}

}  // namespace
}  // namespace nereid::train

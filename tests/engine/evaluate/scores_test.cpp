// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <cmath>

#include "engine/base/random.h"
#include "engine/evaluate/scores/bootstrap.h"
#include "engine/evaluate/scores/report.h"

namespace nereid {
namespace {

using evaluate::Category;
using evaluate::Sample;
using evaluate::ScoredTask;

Sample sample(int task, int index, bool right) {
  Sample one;
  one.task = task;
  one.index = index;
  one.valid = one.compiled = one.conformant = one.right = right;
  one.furthest_stage = right ? 4 : 0;
  one.category = right ? Category::kPass : Category::kSyntax;
  return one;
}

std::vector<ScoredTask> tasks(int count) {
  std::vector<ScoredTask> all;
  for (int i = 0; i < count; ++i)
    all.push_back({"t" + std::to_string(i), "task", 1 + i % 2, {i % 2 ? "relu" : "sum"}, "hash"});
  return all;
}

TEST(Report, SharesAreMeansOverTasksOfTheirJudgedSamples) {
  std::vector<Sample> samples = {sample(0, 0, true), sample(0, 1, false), sample(1, 0, true),
                                 sample(1, 1, true)};
  samples[1].judged = false;
  samples[1].category = Category::kNotJudged;
  const EvaluateReport report = make_report(tasks(2), samples, {.samples = 2, .seed = 3});
  EXPECT_EQ(report.all.right.value, 1.0);
  EXPECT_EQ(report.all.right.n, 2);
  EXPECT_EQ(report.all.samples, 3);
  EXPECT_EQ(report.all.not_judged, 1);
  EXPECT_EQ(report.all.categories[static_cast<std::size_t>(Category::kNotJudged)], 1);
  ASSERT_EQ(report.levels.size(), 2u);
  EXPECT_EQ(report.levels[0].name, "level 1");
  EXPECT_EQ(report.levels[0].tasks, 1);
  ASSERT_EQ(report.operations.size(), 2u);
}

TEST(Report, OneSampleATaskHasWilsonsInterval) {
  std::vector<Sample> samples;
  for (int i = 0; i < 10; ++i) samples.push_back(sample(i, 0, i < 8));
  const Score all = make_report(tasks(10), samples, {}).all;
  // As in pass_at_k_test.cpp.
  for (const Estimate& share : {all.right, all.valid, all.compiled, all.conformant, all.strict}) {
    EXPECT_EQ(share.value, 0.8);
    EXPECT_NEAR(share.low, 0.4901625, 1e-6);
    EXPECT_NEAR(share.high, 0.9433178, 1e-6);
  }
  EXPECT_EQ(all.pass_at_k.front(), 0.8);
  EXPECT_NEAR(all.low.front(), 0.4901625, 1e-6);
}

TEST(Report, ConformanceAndOutputsAreCountedApart) {
  std::vector<Sample> samples = {sample(0, 0, true), sample(1, 0, false), sample(2, 0, false),
                                 sample(3, 0, false)};
  samples[0].conformant = false;  // two blocks, the last one right
  samples[0].outputs_right = true;
  samples[1].outputs_right = true;  // torch did the work
  samples[2].outputs_right = false;
  const Score all = make_report(tasks(4), samples, {}).all;
  EXPECT_EQ(all.right.value, 0.25);
  EXPECT_EQ(all.strict.value, 0.0);
  EXPECT_EQ(all.outputs_right.n, 3) << "what was not measured counts neither way";
  EXPECT_NEAR(all.outputs_right.value, 2.0 / 3, 1e-12);
  EXPECT_EQ(all.caught, 1);
}

TEST(Report, WithoutTimesThereAreNoSpeeds) {
  const Score all = make_report(tasks(1), {sample(0, 0, true)}, {}).all;
  EXPECT_TRUE(all.fast.empty());
  EXPECT_EQ(all.speedup.ratio.n, 0);
  EXPECT_TRUE(std::isnan(all.speedup.ratio.value));
}

TEST(Report, FastPIsOverAllTasksAndTheMeanOverRightKernels) {
  std::vector<Sample> samples;
  for (int i = 0; i < 6; ++i) samples.push_back(sample(i, 0, i < 4));
  samples[0].speedup = 4.0;
  samples[1].speedup = 1.0;
  samples[2].speedup = 0.5;  // samples[3] is right and has no time
  samples[5].speedup = 100;  // of a wrong kernel: counts nowhere
  const Score all = make_report(tasks(6), samples, {.p = {0, 1, 2}}).all;
  ASSERT_EQ(all.fast.size(), 3u);
  EXPECT_NEAR(all.fast[0].share.value, 3.0 / 5, 1e-12);
  EXPECT_NEAR(all.fast[1].share.value, 1.0 / 5, 1e-12) << "1 is not faster than 1";
  EXPECT_EQ(all.fast[2].share.n, 5);
  EXPECT_EQ(all.speedup.ratio.n, 3);
  EXPECT_NEAR(all.speedup.ratio.value, std::cbrt(2.0), 1e-12);
  EXPECT_EQ(all.speedup.median, 1.0);
  EXPECT_LE(all.speedup.ratio.low, all.speedup.ratio.value);
  EXPECT_GE(all.speedup.ratio.high, all.speedup.ratio.value);
}

TEST(Report, BothReadingsOfAMeanAndModelledSpeedsApart) {
  std::vector<Sample> samples;
  for (int i = 0; i < 4; ++i) samples.push_back(sample(i, 0, i < 3));
  samples[0].modelled_speedup = 8.0;
  samples[1].modelled_speedup = 2.0;
  samples[2].speedup = 3.0;
  samples[3].modelled_speedup = 100;  // of a wrong kernel
  const Score all = make_report(tasks(4), samples, {}).all;
  EXPECT_EQ(all.modelled.ratio.n, 2);
  EXPECT_NEAR(all.modelled.ratio.value, 4.0, 1e-12);
  EXPECT_NEAR(all.modelled.one_plus.value, std::sqrt(9.0 * 3.0), 1e-12);
  EXPECT_EQ(all.modelled.one_plus.n, 2);
  EXPECT_EQ(all.modelled.median, 5.0);
  EXPECT_EQ(all.speedup.ratio.n, 1) << "what was modelled is not measured";
  EXPECT_EQ(all.speedup.one_plus.value, 4.0);
}

// The slow twin: resamples are written out as lists of tasks.
TEST(Bootstrap, RatioAgreesWithResamplesWrittenOut) {
  const std::vector<double> above = {1, 5, 2, 0, 3}, below = {1, 2, 1, 0, 2};
  std::vector<double> ratios;
  for (std::size_t r = 0; r < evaluate::kResamples; ++r) {
    std::vector<std::size_t> drawn;
    for (std::size_t i = 0; i < above.size(); ++i) drawn.push_back(mix_seed(9, r, i) % 5);
    double a = 0, b = 0;
    for (const std::size_t i : drawn) a += above[i], b += below[i];
    if (b > 0) ratios.push_back(a / b);
  }
  std::sort(ratios.begin(), ratios.end());
  const evaluate::Interval interval = evaluate::bootstrap_ratio(above, below, 9);
  EXPECT_EQ(interval.low, ratios[ratios.size() / 40]);
  EXPECT_EQ(interval.high, ratios[ratios.size() - 1 - ratios.size() / 40]);
  EXPECT_LT(interval.low, interval.high);
  EXPECT_TRUE(std::isnan(evaluate::bootstrap_ratio({}, {}, 9).low));
}

TEST(Report, OneTaskSaysNothingOfOthers) {
  std::vector<Sample> samples;
  for (int i = 0; i < 10; ++i) samples.push_back(sample(0, i, i < 5));
  for (Sample& one : samples) one.speedup = 2.0;
  const Score all = make_report(tasks(1), samples, {.samples = 10}).all;
  EXPECT_EQ(all.right.value, 0.5);
  EXPECT_EQ(all.right.low, 0.0);
  EXPECT_EQ(all.right.high, 1.0);
  EXPECT_TRUE(std::isnan(all.speedup.ratio.low));
}

TEST(Report, EqualSeedsGiveEqualIntervals) {
  std::vector<Sample> samples;
  for (int i = 0; i < 12; ++i) {
    samples.push_back(sample(i, 0, true));
    samples.back().speedup = std::exp(std::sin(i));
  }
  const auto interval = [&](std::uint64_t seed) {
    const Score all = make_report(tasks(12), samples, {.seed = seed}).all;
    return std::pair(all.speedup.ratio.low, all.speedup.ratio.high);
  };
  EXPECT_EQ(interval(5), interval(5));
  EXPECT_NE(interval(5), interval(6));
}

}  // namespace
}  // namespace nereid

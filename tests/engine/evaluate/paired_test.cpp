// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/evaluate/scores/paired.h"

#include <gtest/gtest.h>

#include <cmath>

namespace nereid::evaluate {
namespace {

EvaluateReport report_of(const std::vector<std::vector<bool>>& right) {
  std::vector<ScoredTask> tasks;
  std::vector<Sample> samples;
  for (std::size_t i = 0; i < right.size(); ++i) {
    tasks.push_back({"task" + std::to_string(i), "relu", 1, {"relu"}, "hash"});
    for (std::size_t j = 0; j < right[i].size(); ++j) {
      Sample one;
      one.task = static_cast<int>(i);
      one.index = static_cast<int>(j);
      one.right = right[i][j];
      samples.push_back(one);
    }
  }
  return make_report(tasks, samples, {.samples = static_cast<int>(right.front().size())});
}

TEST(McNemar, AgreesWithPublishedAndCountedValues) {
  // 2 (C(10,0) + C(10,1)) / 2^10.
  EXPECT_NEAR(mcnemar_exact(1, 9), 22.0 / 1024, 1e-12);
  EXPECT_NEAR(mcnemar_exact(9, 1), 22.0 / 1024, 1e-12);
  EXPECT_EQ(mcnemar_exact(0, 0), 1.0);
  EXPECT_EQ(mcnemar_exact(3, 3), 1.0);
  EXPECT_NEAR(mcnemar_exact(0, 5), 2.0 / 32, 1e-12);
  // Approval of a prime minister, Agresti, Categorical Data Analysis, table 10.1: 150 and 86
  // changed their minds; the exact p-value that R's exact2x2 prints.
  EXPECT_NEAR(mcnemar_exact(86, 150), 3.716e-05, 5e-9);
}

// The slow twin: all signs, one by one.
double all_signs(const std::vector<double>& values) {
  const auto sum = [&](unsigned signs) {
    double total = 0;
    for (std::size_t i = 0; i < values.size(); ++i)
      total += (signs >> i & 1) ? -values[i] : values[i];
    return std::abs(total);
  };
  int hits = 0;
  for (unsigned signs = 0; signs < (1u << values.size()); ++signs)
    hits += sum(signs) >= sum(0) - 1e-12 ? 1 : 0;
  return static_cast<double>(hits) / (1u << values.size());
}

TEST(SignFlips, AgreeWithAllSignsOneByOne) {
  const std::vector<double> values = {0.5, -0.25, 0.75, 0.1, 0, 0.3, -0.05, 0.2};
  EXPECT_NEAR(sign_flip_test(values, 1), all_signs(values), 1e-12);
  EXPECT_EQ(sign_flip_test(std::vector<double>{0, 0}, 1), 1.0);
  EXPECT_EQ(sign_flip_test({}, 1), 1.0);
}

TEST(SignFlips, ManyDifferencesAreDrawnReproducibly) {
  std::vector<double> values;
  for (int i = 0; i < 60; ++i) values.push_back(i % 3 == 0 ? -0.4 : 0.3);
  const double p = sign_flip_test(values, 7);
  EXPECT_EQ(p, sign_flip_test(values, 7));
  // Sum 4 with a standard deviation of sqrt(20 * 0.16 + 40 * 0.09) = 2.61: 1.53 deviations, 0.125
  // two-sided; 20,000 draws have a standard error of 0.0024.
  EXPECT_NEAR(p, 0.125, 0.02);
}

TEST(Paired, CountsWinsAndLossesByTask) {
  const EvaluateReport a = report_of({{true}, {true}, {false}, {false}, {false}});
  const EvaluateReport b = report_of({{true}, {false}, {true}, {true}, {false}});
  const Result<PairedReport> paired = compare_reports(a, b, 1);
  ASSERT_TRUE(paired) << paired.error().message;
  EXPECT_EQ(paired->wins, 2);
  EXPECT_EQ(paired->losses, 1);
  EXPECT_EQ(paired->ties, 2);
  EXPECT_EQ(paired->test, "McNemar, exact");
  EXPECT_EQ(paired->p_value, 1.0);
  EXPECT_NEAR(paired->difference.value, 0.2, 1e-12);
  EXPECT_LE(paired->difference.low, 0.2);
  EXPECT_GE(paired->difference.high, 0.2);
  EXPECT_EQ(paired->speed_ratio.n, 0);
  EXPECT_TRUE(std::isnan(paired->speed_ratio.value));
}

TEST(Paired, SeveralSamplesAreComparedByTheirShares) {
  EvaluateReport a = report_of({{true, false}, {false, false}});
  EvaluateReport b = report_of({{true, true}, {true, false}});
  a.samples[0].speedup = 2.0;
  b.samples[0].speedup = 4.0;
  b.samples[1].speedup = 1.0;
  const Result<PairedReport> paired = compare_reports(a, b, 1);
  ASSERT_TRUE(paired);
  EXPECT_EQ(paired->test, "sign flips");
  EXPECT_EQ(paired->p_value, 0.5) << "two equal differences: 2 of 4 signs are as far";
  EXPECT_EQ(paired->speed_ratio.n, 1);
  EXPECT_NEAR(paired->speed_ratio.value, 1.0, 1e-12) << "sqrt(4 * 1) / 2";
}

TEST(Paired, TasksWithoutAJudgementOnOneSideAreLeftOut) {
  EvaluateReport a = report_of({{true}, {true}});
  const EvaluateReport b = report_of({{true}, {true}});
  a.samples[1].judged = false;
  const Result<PairedReport> paired = compare_reports(a, b, 1);
  ASSERT_TRUE(paired);
  EXPECT_EQ(paired->left_out, 1);
  EXPECT_EQ(paired->tasks.size(), 1u);
}

TEST(Paired, OtherTasksAreRefusedByName) {
  const EvaluateReport a = report_of({{true}, {true}});
  EvaluateReport b = report_of({{true}, {true}});
  b.tasks[1].id = "elsewhere";
  Result<PairedReport> paired = compare_reports(a, b, 1);
  ASSERT_FALSE(paired);
  EXPECT_NE(paired.error().message.find("only the first has task1"), std::string::npos);
  EXPECT_NE(paired.error().message.find("only the second has elsewhere"), std::string::npos);
  b.tasks[1] = {"task1", "relu", 1, {}, "another"};
  paired = compare_reports(a, b, 1);
  ASSERT_FALSE(paired);
  EXPECT_NE(paired.error().message.find("another reference under the same id: task1"),
            std::string::npos);
}

}  // namespace
}  // namespace nereid::evaluate

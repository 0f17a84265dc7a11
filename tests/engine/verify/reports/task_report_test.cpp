// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/verify/task_report.h"

#include <gtest/gtest.h>

#include <thread>

namespace nereid::verify {
namespace {

std::string reference(const std::string& answer) {
  return "import torch\nclass Model(torch.nn.Module):\n    def forward(self, x):\n        return " +
         answer +
         "\ndef get_inputs():\n    return [torch.randn(20, 30)]\n"
         "def get_init_inputs():\n    return []\n";
}

// One reference host for all tests: it takes seconds to start.
class TaskReports : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    auto started = TaskInspector::start({});
    ASSERT_TRUE(started) << started.error().message;
    inspector_ = std::move(*started);
  }
  static void TearDownTestSuite() { inspector_.reset(); }
  static TaskReport inspect(const std::string& text) {
    return inspector_->inspect({.reference = text, .seed = 3});
  }
  static inline std::unique_ptr<TaskInspector> inspector_;
};

TEST_F(TaskReports, AGoodTaskHasNoReason) {
  const TaskReport report = inspect(reference("torch.exp(x)"));
  EXPECT_EQ(report.fitness, TaskFitness::kGood) << report.reason();
  EXPECT_EQ(report.reason(), "");
  EXPECT_EQ(report.shapes, (std::vector<std::vector<std::int64_t>>{{20, 30}}));
  EXPECT_EQ(report.smaller, "");
}

TEST_F(TaskReports, AnAnswerThatIsAlwaysZeroIsFilteredWithTheReason) {
  const TaskReport report = inspect(reference("torch.relu(-x.abs())"));
  EXPECT_EQ(report.fitness, TaskFitness::kFiltered);
  EXPECT_NE(report.reason().find("output_near_zero: "), std::string::npos) << report.reason();
}

TEST_F(TaskReports, AFaintAnswerIsWeak) {
  const TaskReport report = inspect(reference("torch.tanh(x) * 1e-3"));
  EXPECT_EQ(report.fitness, TaskFitness::kWeak);
  EXPECT_EQ(fitness_name(report.fitness), "weak");
}

TEST_F(TaskReports, WhatDoesNotRunIsNotChecked) {
  const TaskReport report = inspect("import nothing_like_this\n");
  EXPECT_EQ(report.fitness, TaskFitness::kNotChecked);
  EXPECT_EQ(report.failure.code, "reference_error");
  const TaskReport ended = inspect("import os\nos._exit(3)\n");
  EXPECT_EQ(ended.fitness, TaskFitness::kNotChecked);
  EXPECT_FALSE(ended.failure.message.empty());
}

TEST_F(TaskReports, SeveralThreadsMayAsk) {
  TaskReport first, second;
  {
    const std::jthread other([&] { first = inspect(reference("torch.exp(x)")); });
    second = inspect(reference("x * 0"));
  }
  EXPECT_EQ(first.fitness, TaskFitness::kGood);
  EXPECT_EQ(second.fitness, TaskFitness::kFiltered);
}

}  // namespace
}  // namespace nereid::verify

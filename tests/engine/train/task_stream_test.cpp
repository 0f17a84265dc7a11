// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/train/internal/task_stream.h"

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "engine/base/file.h"
#include "engine/config/steps.h"
#include "engine/tasks/filters.h"
#include "engine/tasks/generator.h"
#include "engine/tasks/split.h"

namespace nereid::train {
namespace {

namespace fs = std::filesystem;

/// A folder in KernelBench layout with 12 tasks of level 1 and 8 of level 2.
class FolderTasks : public testing::Test {
 protected:
  FolderTasks() : folder_(std::move(*TemporaryDirectory::make("nereid-tasks"))) {
    for (const auto& [level, count] : {std::pair{1, 12}, std::pair{2, 8}}) {
      const fs::path place = folder_.path() / ("level" + std::to_string(level));
      fs::create_directories(place);
      for (int i = 0; i < count; ++i) {
        const tasks::Task task =
            tasks::synthetic_task(7, tasks::Split::kTrain, level, static_cast<std::uint64_t>(i));
        EXPECT_TRUE(
            atomic_write_file(place / (std::to_string(i + 1) + "_task.py"), task.reference));
      }
    }
    config_.tasks.source = folder_.path().string();
    config_.tasks.validation_share = config_.tasks.test_share = 0;
    config_.extensions.adaptive_curriculum = false;
    config_.tasks.level2_share = 0.5;
  }

  std::unique_ptr<TaskStream> open() const {
    auto stream = TaskStream::open(config_);
    EXPECT_TRUE(stream) << stream.error().message;
    return stream ? std::move(*stream) : nullptr;
  }
  // Ids of `count` tasks, four a step.
  static std::vector<std::string> draw(TaskStream& stream, int count, std::int64_t first_step = 1) {
    std::vector<std::string> ids;
    for (int i = 0; i < count; ++i) ids.push_back(stream.next(first_step + i / 4, i % 4, 4, 0).id);
    return ids;
  }

  TemporaryDirectory folder_;
  config::RunConfig config_;
};

TEST_F(FolderTasks, NoTaskComesAgainBeforeAllOthers) {
  config_.tasks.levels = {1};
  const auto stream = open();
  ASSERT_EQ(stream->size(), 12u);
  const std::vector<std::string> ids = draw(*stream, 36);
  std::set<std::vector<std::string>> orders;
  for (int pass = 0; pass < 3; ++pass) {
    const std::vector<std::string> one(ids.begin() + 12 * pass, ids.begin() + 12 * (pass + 1));
    EXPECT_EQ(std::set<std::string>(one.begin(), one.end()).size(), 12u);
    orders.insert(one);
  }
  EXPECT_EQ(orders.size(), 3u) << "each pass in an order of its own";
}

TEST_F(FolderTasks, AResumedStreamGoesOn) {
  const auto unbroken = open(), first = open(), second = open();
  const std::vector<std::string> all = draw(*unbroken, 60);
  std::vector<std::string> parts = draw(*first, 24);
  ASSERT_TRUE(second->restore(first->state()));
  for (std::string& id : draw(*second, 36, 7)) parts.push_back(std::move(id));
  EXPECT_EQ(all, parts);
  EXPECT_EQ(second->restore({{"drawn", {1}}}).error().code, ErrorCode::kCorrupt);
}

TEST_F(FolderTasks, AnEpochOfBestOfNVisitsEveryTaskOnce) {
  config_.method = "best_of_n";
  config_.best_of_n = {.epochs = 3, .tasks_per_step = 4, .steps = 0};
  const auto stream = open();
  const std::vector<std::string> ids = draw(*stream, 60);
  for (int epoch = 0; epoch < 3; ++epoch) {
    const std::set<std::string> one(ids.begin() + 20 * epoch, ids.begin() + 20 * (epoch + 1));
    EXPECT_EQ(one.size(), 20u) << "epoch " << epoch;
  }
  EXPECT_EQ(config::planned_steps(config_, 20), 3 * 5);
  config_.best_of_n.tasks_per_step = 3;
  EXPECT_EQ(config::planned_steps(config_, 20), 3 * 7) << "the last step of an epoch has two tasks";
}

TEST_F(FolderTasks, WhatIsHeldOutIsNeverDrawn) {
  config_.tasks.validation_share = config_.tasks.test_share = 0.25;
  auto all = tasks::load_without_excluded(config_.tasks.source, "");
  ASSERT_TRUE(all);
  std::set<std::string> held_out;
  for (const tasks::Task& task : *all)
    if (tasks::split_of(task, {0.25, 0.25}) != tasks::Split::kTrain) held_out.insert(task.id);
  ASSERT_FALSE(held_out.empty());
  const auto stream = open();
  EXPECT_EQ(stream->size() + held_out.size(), all->size());
  for (const std::string& id : draw(*stream, 100)) EXPECT_FALSE(held_out.contains(id)) << id;
}

TEST_F(FolderTasks, WhatIsMissingIsSaidWithTheMend) {
  config_.evaluate.every = 5;
  auto stream = TaskStream::open(config_);
  ASSERT_FALSE(stream) << "nothing is held out to validate on";
  EXPECT_NE(stream.error().message.find("tasks.validation_share"), std::string::npos)
      << stream.error().message;
  config_.evaluate.every = 0;
  config_.tasks.levels = {4};
  stream = TaskStream::open(config_);
  ASSERT_FALSE(stream);
  EXPECT_NE(stream.error().message.find("tasks.levels"), std::string::npos);
}

}  // namespace
}  // namespace nereid::train

// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/tasks/split.h"

#include <gtest/gtest.h>

#include <map>

namespace nereid::tasks {
namespace {

std::vector<Task> generated(int count) {
  std::vector<Task> all;
  for (int i = 0; i < count; ++i)
    all.push_back(synthetic_task(3, Split::kTrain, 2, static_cast<std::uint64_t>(i)));
  return all;
}

TEST(FolderSplit, PartsAreApartAndWhole) {
  const std::vector<Task> all = generated(400);
  std::map<std::string, int> parts_with;
  for (const Split split : {Split::kTrain, Split::kValidation, Split::kTest})
    for (const Task& task : only_split(all, split, {0.2, 0.1})) {
      ++parts_with[task.id];
      EXPECT_EQ(task.split, split_name(split));
    }
  for (const Task& task : all) EXPECT_EQ(parts_with[task.id], 1) << task.id;
}

TEST(FolderSplit, SharesAreThoseOfTheSettings) {
  const std::vector<Task> all = generated(2000);
  EXPECT_NEAR(static_cast<double>(only_split(all, Split::kValidation, {0.2, 0.1}).size()), 400, 60);
  EXPECT_NEAR(static_cast<double>(only_split(all, Split::kTest, {0.2, 0.1}).size()), 200, 45);
  EXPECT_TRUE(only_split(all, Split::kTest, {0.2, 0}).empty());
  EXPECT_EQ(only_split(all, Split::kTrain, {0, 0}).size(), all.size());
}

TEST(FolderSplit, TheCodeAloneDecides) {
  for (Task task : generated(50)) {
    const Split before = split_of(task, {});
    task.id = "another/name";
    task.level = 1;
    task.source = "file";
    EXPECT_EQ(split_of(task, {}), before);
  }
}

TEST(FolderSplit, OverlapIsByCodeAndNamesTheChosen) {
  std::vector<Task> trained = generated(5);
  std::vector<Task> chosen = generated(7);
  for (Task& task : chosen) task.id = "other/" + task.id;
  const std::vector<std::string> ids = overlap(chosen, trained);
  ASSERT_EQ(ids.size(), 5u);
  EXPECT_EQ(ids.front(), chosen.front().id);
  EXPECT_TRUE(overlap({}, trained).empty());
}

}  // namespace
}  // namespace nereid::tasks

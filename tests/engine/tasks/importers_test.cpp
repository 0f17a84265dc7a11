// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/tasks/importers.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <map>
#include <set>

#include "engine/base/file.h"
#include "engine/tasks/catalog.h"
#include "engine/tasks/filters.h"

namespace nereid::tasks {
namespace {

namespace fs = std::filesystem;

constexpr const char* kReference =
    "import torch\nclass Model(torch.nn.Module):\n    def forward(self, x):\n        return "
    "torch.relu(x)\n"
    "def get_inputs():\n    return [torch.randn(1024, 1024)]\ndef get_init_inputs():\n    return "
    "[]\n";

fs::path kernelbench() {
  const char* folder = std::getenv("NEREID_KERNELBENCH");
  return folder != nullptr ? folder : NEREID_KERNELBENCH_DEFAULT;
}

void write(const fs::path& file, const std::string& text) {
  fs::create_directories(file.parent_path());
  std::ofstream(file, std::ios::binary) << text;
}

class Importers : public ::testing::Test {
 protected:
  void SetUp() override {
    auto made = TemporaryDirectory::make("nereid-tasks");
    ASSERT_TRUE(made);
    folder_.emplace(std::move(*made));
  }
  fs::path path() const { return folder_->path(); }

 private:
  std::optional<TemporaryDirectory> folder_;
};

TEST(KernelBench, AllTasksListAndParse) {
  const fs::path folder = kernelbench();
  if (!fs::exists(folder)) {
    GTEST_SKIP() << folder
                 << " is not there; set NEREID_KERNELBENCH to the folder above KernelBench/";
  }
  const auto tasks = load_kernelbench(folder, {.memory_limit_bytes = std::int64_t{4} << 30});
  ASSERT_TRUE(tasks) << tasks.error().message;
  EXPECT_EQ(tasks->size(), 270u);
  std::map<int, int> levels;
  std::set<std::string> ids;
  std::set<std::string> too_large;
  for (const Task& task : *tasks) {
    ++levels[task.level];
    ids.insert(task.id);
    if (task.too_large) too_large.insert(task.id);
    EXPECT_EQ(task.too_large, task.memory_bytes > (std::int64_t{4} << 30)) << task.id;
    EXPECT_TRUE(task.memory_bytes > 0 || !task.note.empty()) << task.id << ": no size and no note";
    EXPECT_EQ(task.too_large && task.note.empty(), false) << task.id;
  }
  EXPECT_EQ(levels, (std::map<int, int>{{1, 100}, {2, 100}, {3, 50}, {4, 20}}));
  EXPECT_EQ(ids.size(), 270u);
  EXPECT_TRUE(too_large.contains("kernelbench/level1/19_ReLU"));  // 6.4 GB of input
  EXPECT_FALSE(too_large.contains("kernelbench/level3/1_MLP"));
}

TEST_F(Importers, ReadsAFolderInOrderOfNumbers) {
  write(path() / "KernelBench/level1/10_Ten.py", kReference);
  write(path() / "KernelBench/level1/9_Nine.py", kReference);
  const auto tasks = load_kernelbench(path(), {});
  ASSERT_TRUE(tasks);
  ASSERT_EQ(tasks->size(), 2u);
  EXPECT_EQ(tasks->front().id, "kernelbench/level1/9_Nine");
  EXPECT_EQ(tasks->front().name, "Nine");
  EXPECT_EQ(tasks->front().tags, std::vector<std::string>{"relu"});
  EXPECT_EQ(tasks->front().memory_bytes, 2 * 4 * 1024 * 1024);
  const auto found = find_task("kernelbench/level1/10_Ten", path());
  ASSERT_TRUE(found);
  EXPECT_EQ(found->name, "Ten");
  EXPECT_FALSE(find_task("kernelbench/level1/11_Eleven", path()));
}

TEST_F(Importers, MarksWhatIsTooLarge) {
  write(path() / "level2/1_Big.py", kReference);
  const auto tasks = load_kernelbench(path(), {.memory_limit_bytes = 1 << 20});
  ASSERT_TRUE(tasks);
  EXPECT_TRUE(tasks->front().too_large);
  EXPECT_FALSE(tasks->front().note.empty());
  EXPECT_TRUE(filter_tasks(*tasks, {.runnable = true}).empty());
}

TEST_F(Importers, BadFilesGiveClearErrors) {
  EXPECT_EQ(load_kernelbench(path() / "nowhere", {}).error().code, ErrorCode::kNotFound);
  EXPECT_EQ(load_task_file(path() / "nowhere.py").error().code, ErrorCode::kNotFound);
  write(path() / "latin.py", "x = '\xE4'\n");
  EXPECT_NE(load_task_file(path() / "latin.py").error().message.find("UTF-8"), std::string::npos);
  write(path() / "part.py", "class Model:\n    pass\ndef get_inputs():\n    return []\n");
  EXPECT_NE(load_task_file(path() / "part.py").error().message.find("get_init_inputs"),
            std::string::npos);
}

TEST_F(Importers, FiltersByLevelTagAndText) {
  write(path() / "level1/1_Relu.py", kReference);
  write(path() / "level2/2_Other.py", kReference);
  const auto tasks = load_kernelbench(path(), {});
  ASSERT_TRUE(tasks);
  EXPECT_EQ(filter_tasks(*tasks, {.levels = {2}}).size(), 1u);
  EXPECT_EQ(filter_tasks(*tasks, {.tags = {"relu"}}).size(), 2u);
  EXPECT_EQ(filter_tasks(*tasks, {.tags = {"relu", "gelu"}}).size(), 0u);
  EXPECT_EQ(filter_tasks(*tasks, {.text = "OTHER"}).size(), 1u);
}

TEST_F(Importers, AnExcludeListLeavesOutItsTasks) {
  write(path() / "level1/1_Relu.py", kReference);
  write(path() / "level2/2_Other.py", kReference);
  write(path() / "list.txt",
        "# comment\n\n  kernelbench/level1/1_Relu  # output_is_input: output 0 is input 0\r\n");
  const auto excluded = read_exclude_list(path() / "list.txt");
  ASSERT_TRUE(excluded);
  EXPECT_EQ(*excluded, std::set<std::string>{"kernelbench/level1/1_Relu"});
  const auto tasks = load_kernelbench(path(), {});
  ASSERT_TRUE(tasks);
  const auto left = filter_tasks(*tasks, {.exclude = *excluded});
  ASSERT_EQ(left.size(), 1u);
  EXPECT_EQ(left.front().id, "kernelbench/level2/2_Other");
  EXPECT_EQ(without_excluded(*tasks, path() / "list.txt")->size(), 1u);
  EXPECT_EQ(without_excluded(*tasks, {})->size(), 2u);
  EXPECT_EQ(without_excluded(*tasks, path() / "nowhere").error().code, ErrorCode::kNotFound);
  EXPECT_EQ(read_exclude_list(path() / "nowhere").error().code, ErrorCode::kNotFound);
}

}  // namespace
}  // namespace nereid::tasks

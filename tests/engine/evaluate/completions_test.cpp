// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/evaluate/archive/completions.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/base/file.h"
#include "engine/tasks/catalog.h"

namespace nereid::evaluate {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

constexpr const char* kReference =
    "import torch\nclass Model(torch.nn.Module):\n    def forward(self, x):\n        return "
    "torch.relu(x)\ndef get_inputs():\n    return [torch.rand(4, 4)]\ndef get_init_inputs():\n    "
    "return []\n";

class CompletionsTest : public testing::Test {
 protected:
  CompletionsTest() {
    for (const char* name : {"19_ReLU", "21_Sigmoid"})
      write(std::string("tasks/level1/") + name + ".py", kReference + std::string("# ") + name);
    write("tasks/level2/1_Two.py", kReference);
  }
  fs::path write(const std::string& name, const std::string& text) const {
    const fs::path file = folder_.path() / name;
    EXPECT_TRUE(make_directories(file.parent_path()));
    EXPECT_TRUE(atomic_write_file(file, text));
    return file;
  }
  Result<Completions> lines(const std::string& text, Missing missing = Missing::kRefuse) const {
    return load_completions({.place = write("some.jsonl", text),
                             .tasks = folder_.path() / "tasks",
                             .missing = missing});
  }
  std::string problem(const std::string& text) const {
    const Result<Completions> read = lines(text);
    return read ? std::string() : read.error().message;
  }

  TemporaryDirectory folder_ = std::move(*TemporaryDirectory::make("nereid-completions"));
};

TEST_F(CompletionsTest, LinesNameTasksOfEveryKind) {
  const Json inline_task = {{"reference", kReference}, {"completion", "c"}, {"name", "mine"}};
  const Result<Completions> read = lines(
      "{\"task\": \"kernelbench/level1/19_ReLU\", \"completion\": \"a\", \"sample\": 0}\n\n"
      "{\"task\": \"synthetic/1/test.0.3\", \"completion\": \"b\"}\n" +
      dump_json(inline_task) + "\n");
  ASSERT_TRUE(read) << read.error().message;
  ASSERT_EQ(read->tasks.size(), 3u);
  EXPECT_EQ(read->tasks[0].id, "kernelbench/level1/19_ReLU");
  EXPECT_EQ(read->texts[0], std::vector<std::string>{"a"});
  EXPECT_THAT(read->tasks[1].id, HasSubstr("reference/"));
  EXPECT_EQ(read->tasks[1].name, "mine");
  EXPECT_EQ(read->tasks[1].tags, std::vector<std::string>{"relu"});
  EXPECT_EQ(read->tasks[2].reference, tasks::find_task("synthetic/1/test.0.3")->reference);
  EXPECT_FALSE(read->extracted);
}

TEST_F(CompletionsTest, BadLinesAreNamed) {
  EXPECT_THAT(problem("{\"task\": \"kernelbench/level1/99_No\", \"completion\": \"a\"}"),
              HasSubstr("some.jsonl:1: there is no task \"kernelbench/level1/99_No\""));
  EXPECT_THAT(problem("\n{\"completion\": \"a\"}"), HasSubstr("some.jsonl:2: expected the key"));
  EXPECT_THAT(problem("{\"task\": \"synthetic/1/test.0.3\"}"), HasSubstr("\"completion\""));
  EXPECT_THAT(problem("{\"task\": "), HasSubstr("some.jsonl:1"));
  EXPECT_THAT(problem("{\"reference\": \"x = 1\", \"completion\": \"a\"}"),
              HasSubstr("\"reference\": no class Model"));
  EXPECT_THAT(
      problem("{\"task\": \"synthetic/1/test.0.3\", \"completion\": \"a\", \"sample\": \"0\"}"),
      HasSubstr("expected a whole number"));
  const std::string twice =
      "{\"task\": \"synthetic/1/test.0.3\", \"completion\": \"a\", \"sample\": 0}\n";
  EXPECT_THAT(problem(twice + twice), HasSubstr("some.jsonl:2: sample 0 of synthetic/1/test.0.3"));
  EXPECT_THAT(problem(""), HasSubstr("holds no completions"));
  EXPECT_THAT(load_completions({.place = folder_.path() / "none.jsonl"}).error().message,
              HasSubstr("none.jsonl"));
  EXPECT_THAT(
      load_completions({.place = write("t.jsonl", "{\"task\": \"a/b\", \"completion\": \"c\"}")})
          .error()
          .message,
      HasSubstr("--tasks FOLDER"));
}

TEST_F(CompletionsTest, MissingSamplesAreRefusedCountedOrLeftOut) {
  const std::string text =
      "{\"task\": \"kernelbench/level1/19_ReLU\", \"completion\": \"a\", \"sample\": 0}\n"
      "{\"task\": \"kernelbench/level1/19_ReLU\", \"completion\": \"b\", \"sample\": 2}\n"
      "{\"task\": \"kernelbench/level1/21_Sigmoid\", \"completion\": \"c\", \"sample\": 0}\n"
      "{\"task\": \"kernelbench/level1/21_Sigmoid\", \"completion\": \"d\", \"sample\": 1}\n"
      "{\"task\": \"kernelbench/level1/21_Sigmoid\", \"completion\": \"e\", \"sample\": 2}\n";
  EXPECT_THAT(problem(text), HasSubstr("1 completions are missing: kernelbench/level1/19_ReLU "
                                       "sample 1"));
  const Result<Completions> wrong = lines(text, Missing::kWrong);
  ASSERT_TRUE(wrong);
  EXPECT_EQ(wrong->samples, 3);
  EXPECT_EQ(wrong->texts[0], (std::vector<std::string>{"a", "", "b"}));
  const Result<Completions> left = lines(text, Missing::kLeaveOut);
  ASSERT_TRUE(left);
  EXPECT_EQ(left->tasks.size(), 1u);
  EXPECT_EQ(left->left_out, 1);
}

TEST_F(CompletionsTest, KernelBenchRunsHaveAllProblemsOfTheirLevels) {
  const fs::path run = folder_.path() / "run";
  write("run/level_1_problem_19_sample_0_kernel.py", "import triton\n");
  write("run/notes.txt", "not a kernel");
  const CompletionsChoice choice{.place = run, .tasks = folder_.path() / "tasks"};
  EXPECT_THAT(load_completions(choice).error().message,
              HasSubstr("kernelbench/level1/21_Sigmoid sample 0"));
  write("run/level_1_problem_21_sample_0_kernel.py", "import triton\n");
  const Result<Completions> read = load_completions(choice);
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(read->tasks.size(), 2u) << "level 2 has none and is not asked for";
  EXPECT_TRUE(read->extracted);
  write("run/level_1_problem_77_sample_0_kernel.py", "import triton\n");
  EXPECT_THAT(load_completions(choice).error().message,
              HasSubstr("there is no problem 77 of level 1"));
  EXPECT_THAT(load_completions({.place = run}).error().message, HasSubstr("--tasks FOLDER"));
  EXPECT_THAT(load_completions({.place = folder_.path(), .tasks = folder_.path() / "tasks"})
                  .error()
                  .message,
              HasSubstr("expected files such as"));
}

}  // namespace
}  // namespace nereid::evaluate

// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/import_set.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <csignal>
#include <fstream>

#include "engine/base/file.h"
#include "engine/base/hash.h"
#include "engine/base/json.h"
#include "engine/tasks/importers.h"

namespace nereid::data {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Pair;

/// A reference that computes x * number + its operation.
std::string reference(const std::string& name, const std::string& operation) {
  return "import torch\nimport torch.nn as nn\nclass " + name +
         "(nn.Module):\n    def __init__(self, scale, offset=0.0):\n        super().__init__()\n"
         "        self.scale = scale\n    def forward(self, x):\n        return " +
         operation +
         "(x) * self.scale\ndef get_inputs():\n    return [torch.rand([4, 4])]\n"
         "def get_init_inputs():\n    return [[2.0], {'offset': 1.0}]\n";
}

Json book_row(int uuid, const std::string& name, const std::string& operation,
              const std::string& licence = "MIT") {
  return {{"entry_point", name},
          {"python_code", reference(name, operation)},
          {"triton_code",
           "import triton\nclass " + name + "New:\n    n = " + std::to_string(uuid) + "\n"},
          {"module_name", name},
          {"uuid", uuid},
          {"repo_name", "owner/repository"},
          {"licenses", {licence}}};
}

class ImportSet : public ::testing::Test {
 protected:
  void SetUp() override {
    auto made = TemporaryDirectory::make("nereid-import");
    ASSERT_TRUE(made);
    folder_.emplace(std::move(*made));
    plan_.out = path() / "set";
    plan_.held_out = {0, 0};
  }
  fs::path path() const { return folder_->path(); }

  fs::path write(const std::string& name, const std::string& text) const {
    fs::create_directories((path() / name).parent_path());
    std::ofstream(path() / name, std::ios::binary) << text;
    return path() / name;
  }
  fs::path write_rows(const std::string& name, const std::vector<Json>& rows) const {
    std::string text;
    for (const Json& row : rows) text += dump_json(row) + "\n";
    return write(name, text);
  }
  Result<ImportSummary> run() { return import_set(plan_, {}, stop_.get_token()); }

  std::vector<Json> lines(const std::string& name) const {
    std::vector<Json> found;
    std::ifstream stream(plan_.out / name);
    for (std::string text; std::getline(stream, text);) found.push_back(Json::parse(text));
    return found;
  }
  /// What lies in the temporary folder and has no name of ours.
  std::set<std::string> left_behind() const {
    std::set<std::string> names;
    for (const auto& entry : fs::directory_iterator(path())) names.insert(entry.path().filename());
    return names;
  }

  ImportPlan plan_;
  std::stop_source stop_;

 private:
  std::optional<TemporaryDirectory> folder_;
};

TEST_F(ImportSet, KernelBookBecomesTasksAndPairs) {
  plan_.sources = {write_rows(
      "book", {book_row(11, "Relu", "torch.relu"), book_row(12, "Tanh", "torch.tanh", "GPL-3.0")})};
  const auto summary = run();
  ASSERT_TRUE(summary) << summary.error().message;
  EXPECT_EQ(summary->dropped.size(), 0u);
  const auto tasks = tasks::load_kernelbench(plan_.out, {});
  ASSERT_TRUE(tasks) << tasks.error().message;
  ASSERT_EQ(tasks->size(), 2u);
  EXPECT_EQ(tasks->front().id, "kernelbook/level2/11_Relu");
  EXPECT_EQ(tasks->front().entry_point, "Relu");
  EXPECT_EQ(tasks->front().reference, reference("Relu", "torch.relu"));
  EXPECT_EQ(tasks->front().licences, std::vector<std::string>{"MIT"});
  const auto pairs = lines("pairs.jsonl");
  ASSERT_EQ(pairs.size(), 2u);
  EXPECT_EQ(pairs[0]["task_id"], "kernelbook/level2/11_Relu");
  EXPECT_EQ(pairs[0]["reference"], reference("Relu", "torch.relu"));
  EXPECT_THAT(pairs[0]["completion"], HasSubstr("```python\nimport triton\nclass ReluNew"));
  EXPECT_EQ(pairs[1]["entry_point"], "Tanh");
  const std::string card = *read_file(plan_.out / "CARD.md");
  for (const char* word : {"| 2 | 2 | 2 |", "kernelbook", "GPL-3.0", "Copyleft"})
    EXPECT_THAT(card, HasSubstr(word));
  EXPECT_THAT(card, HasSubstr(*sha256_file(plan_.sources[0])));
  EXPECT_THAT(card, HasSubstr(*sha256_file(plan_.out / "pairs.jsonl")));
  EXPECT_THAT(*read_file(plan_.out / "NOTICES.md"), HasSubstr("GPL-3.0 (has conditions)"));
  EXPECT_THAT(*read_file(plan_.out / "NOTICES.md"), HasSubstr("owner/repository"));
}

TEST_F(ImportSet, TheSameCodeComesOnceAndItsAnswersTogether) {
  Json again = book_row(21, "Relu", "torch.relu");  // the same code, another answer
  Json copy = book_row(11, "Relu", "torch.relu");
  Json spaced = book_row(11, "Relu", "torch.relu");
  spaced["python_code"] = "# a comment\n" + spaced["python_code"].get<std::string>();
  Json other = book_row(11, "Tanh", "torch.tanh");  // another code under a name that is taken
  plan_.sources = {
      write_rows("book", {book_row(11, "Relu", "torch.relu"), again, copy, spaced, other})};
  const auto summary = run();
  ASSERT_TRUE(summary) << summary.error().message;
  EXPECT_THAT(summary->dropped, ElementsAre(Pair("duplicate_id", 1), Pair("duplicate_pair", 2)));
  const auto pairs = lines("pairs.jsonl");
  ASSERT_EQ(pairs.size(), 2u);
  EXPECT_EQ(pairs[0]["task_id"], pairs[1]["task_id"]);
  EXPECT_NE(pairs[0]["id"], pairs[1]["id"]);
  EXPECT_EQ(lines("dropped.jsonl").size(), 3u);
  EXPECT_EQ(lines("dropped.jsonl")[0]["detail"], "kernelbook/level2/11_Relu");
}

TEST_F(ImportSet, HeldOutTasksAndTheirLikesAreLeftOut) {
  write("test/level1/1_Relu.py", reference("Model", "torch.relu"));
  write("test/level1/2_Big.py", reference("Model", "torch.sigmoid"));
  Json near = book_row(3, "Swish", "torch.sigmoid");  // other names and sizes, else the test's
  near["python_code"] = "import torch\nM = 9\n" + reference("Swish", "torch.sigmoid").substr(13);
  Json exact = book_row(2, "Model", "torch.relu");
  Json far = book_row(4, "Other", "torch.relu");
  far["python_code"] =
      "import torch\nclass Other(torch.nn.Module):\n    def forward(self, a, b):\n"
      "        return torch.cat([a, b]).cumsum(0).exp() + torch.einsum('i,j->ij', a, b).sum()\n"
      "def get_inputs():\n    return []\ndef get_init_inputs():\n    return []\n";
  plan_.sources = {write_rows("book", {exact, near, far})};
  plan_.against = {path() / "test"};
  const auto summary = run();
  ASSERT_TRUE(summary) << summary.error().message;
  EXPECT_THAT(summary->dropped, ElementsAre(Pair("held_out", 1), Pair("held_out_near", 1)));
  const auto dropped = lines("dropped.jsonl");
  EXPECT_EQ(dropped[0]["detail"], "kernelbench/level1/1_Relu");
  EXPECT_EQ(dropped[1]["detail"], "kernelbench/level1/2_Big");
  EXPECT_GE(dropped[1]["similarity"], plan_.near);
  EXPECT_EQ(lines("pairs.jsonl").size(), 1u);
}

TEST_F(ImportSet, PairsOfTheFoldersOwnTestTasksAreLeftOut) {
  plan_.sources = {write_rows("book", {book_row(1, "A", "torch.relu")})};
  plan_.held_out = {.validation = 0, .test = 1};
  ASSERT_TRUE(run());
  EXPECT_EQ(tasks::load_kernelbench(plan_.out, {})->size(), 1u);  // the task is there
  EXPECT_TRUE(lines("pairs.jsonl").empty());
  EXPECT_EQ(lines("dropped.jsonl")[0]["reason"], "own_test");
}

TEST_F(ImportSet, PublishedRunsAnswerTheirProblems) {
  write("bench/KernelBench/level1/19_ReLU.py", reference("Model", "torch.relu"));
  write("run/level_1_problem_19_sample_0_kernel.py", "class ModelNew: pass\n");
  write("run/level_1_problem_19_sample_1_kernel.py", "class ModelNew:\n    x = 1\n");
  write("run/eval_results.json",
        R"({"19": [{"sample_id": 1, "compiled": true, "correctness": false, "runtime": -1}]})");
  plan_.sources = {path() / "run"};
  const auto without = run();
  ASSERT_FALSE(without);
  EXPECT_THAT(without.error().message, HasSubstr("--references"));
  plan_.references = path() / "bench";
  ASSERT_TRUE(run());
  const auto pairs = lines("pairs.jsonl");
  ASSERT_EQ(pairs.size(), 2u);
  EXPECT_EQ(pairs[0]["task_id"], "kernelbench/level1/19_ReLU");
  EXPECT_FALSE(pairs[0].contains("claims"));
  EXPECT_EQ(pairs[1]["claims"],
            Json::parse(R"({"compiled": true, "correctness": false, "runtime": -1})"));
}

TEST_F(ImportSet, RowsWithoutUseAreNamedWithTheirReason) {
  Json none = book_row(1, "A", "torch.relu");
  none["python_code"] = nullptr;
  Json broken = book_row(2, "B", "torch.relu");
  broken["entry_point"] = "Missing";
  plan_.sources = {write_rows("book", {none, broken, book_row(3, "C", "torch.tanh", "GPL-2.0"),
                                       book_row(4, "D", "torch.exp")})};
  plan_.licences = {"MIT"};
  const auto summary = run();
  ASSERT_TRUE(summary) << summary.error().message;
  EXPECT_THAT(summary->dropped,
              ElementsAre(Pair("bad_reference", 1), Pair("licence", 1), Pair("no_reference", 1)));
  EXPECT_THAT(lines("dropped.jsonl")[1]["detail"], HasSubstr("class Missing"));
  EXPECT_TRUE(lines("dropped.jsonl")[0]["place"].get<std::string>().ends_with("book:1"));
}

TEST_F(ImportSet, AnErrorAStopOrAFullDiskLeavesNothingThatLooksWhole) {
  const fs::path good = write_rows("book", {book_row(1, "A", "torch.relu")});
  const fs::path bad =
      write("bad", "{\"code\": \"\", \"level\": 1, \"name\": \"\", \"problem_id\": 1}\n{\n");
  plan_.sources = {good, bad};
  const auto broken = run();
  ASSERT_FALSE(broken);
  EXPECT_THAT(broken.error().message, HasSubstr("bad:2"));

  plan_.sources = {good};
  stop_.request_stop();
  EXPECT_EQ(run().error().code, ErrorCode::kCancelled);
  stop_ = {};

  std::signal(SIGXFSZ, SIG_IGN);
  rlimit before{};
  getrlimit(RLIMIT_FSIZE, &before);
  const rlimit small{200, before.rlim_max};
  setrlimit(RLIMIT_FSIZE, &small);
  const auto full = run();
  setrlimit(RLIMIT_FSIZE, &before);
  ASSERT_FALSE(full);
  EXPECT_EQ(full.error().code, ErrorCode::kNoSpace) << full.error().message;

  EXPECT_EQ(left_behind(), (std::set<std::string>{"book", "bad"}));
  ASSERT_TRUE(run());
}

TEST_F(ImportSet, WhatIsThereIsNeverWrittenOver) {
  plan_.sources = {write_rows("book", {book_row(1, "A", "torch.relu")})};
  write("set/mine", "kept");
  const auto refused = run();
  ASSERT_FALSE(refused);
  EXPECT_THAT(refused.error().message, HasSubstr("is there already"));
  EXPECT_EQ(*read_file(path() / "set/mine"), "kept");
}

TEST_F(ImportSet, AFolderThatCannotBeWrittenIsAnError) {
  plan_.sources = {write_rows("book", {book_row(1, "A", "torch.relu")})};
  plan_.out = path() / "book" / "set";  // below a file
  EXPECT_FALSE(run());
  plan_.out = path() / "set";
  plan_.sources = {write_rows("none", {book_row(1, "A", "torch.relu")})};
  plan_.licences = {"ISC"};
  const auto nothing = run();
  ASSERT_FALSE(nothing);
  EXPECT_THAT(nothing.error().message, HasSubstr("1 licence"));
}

}  // namespace
}  // namespace nereid::data

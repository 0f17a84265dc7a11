// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/distill/distill.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <fstream>
#include <map>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "engine/base/file.h"
#include "engine/base/json.h"
#include "engine/tasks/generator.h"
#include "engine/tasks/prompt.h"

namespace nereid::distill {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Pair;

tasks::Task task(std::uint64_t index) {
  return tasks::synthetic_task(7, tasks::Split::kTrain, 1, index);
}

Answer right_answer(const tasks::Task& task) {
  return {.reasoning = "one program a row",
          .text = "Here it is.\n" + tasks::render_completion(tasks::synthetic_answer(task, 0)),
          .model = "scripted"};
}

std::vector<Json> lines_of(const std::filesystem::path& file) {
  std::vector<Json> lines;
  std::ifstream stream(file);
  for (std::string line; std::getline(stream, line);) lines.push_back(Json::parse(line));
  return lines;
}

/// Real files and the real verifier; answers by task id and sample.
class Distill : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    auto started = verify::Verifier::start({.jobs = 2});
    ASSERT_TRUE(started) << started.error().message;
    verifier_ = std::move(*started);
  }
  static void TearDownTestSuite() { verifier_.reset(); }

  void SetUp() override {
    request_.out = folder_->path() / "pairs.jsonl";
    request_.source = R"({"model":"scripted"})";
    request_.askers = 1;
    request_.verify.device = "cpu";
    request_.verify.thorough = false;
  }

  void script(const tasks::Task& task, int sample, Result<Answer> answer) {
    answers_.insert_or_assign({task.id, sample}, std::move(answer));
  }

  Result<DistillReport> run() {
    asked_.clear();
    const Ask ask = [this](const tasks::Task& task, int sample, const std::stop_token&) {
      const std::lock_guard lock(mutex_);
      asked_.emplace_back(task.id, sample);
      const auto at = answers_.find({task.id, sample});
      return at == answers_.end() ? Result<Answer>(Error{ErrorCode::kTimeout, "no answer"})
                                  : at->second;
    };
    return distill(request_, ask, *verifier_, progress_, stop_.get_token());
  }

  std::filesystem::path out() const { return request_.out; }

  static std::unique_ptr<verify::Verifier> verifier_;
  Result<TemporaryDirectory> folder_ = TemporaryDirectory::make("nereid-distill");
  DistillRequest request_;
  std::function<void(const DistillCounts&)> progress_ = [](const DistillCounts&) {};
  std::stop_source stop_;
  std::mutex mutex_;
  std::map<std::pair<std::string, int>, Result<Answer>> answers_;
  std::vector<std::pair<std::string, int>> asked_;
};
std::unique_ptr<verify::Verifier> Distill::verifier_;

TEST_F(Distill, RightAnswersBecomePairsAndWrongOnesNegatives) {
  const tasks::Task first = task(0), second = task(1);
  request_.tasks = {first, second, first};  // the last is of equal code
  request_.samples = 3;
  script(first, 0, right_answer(first));
  Answer twin = right_answer(first);
  twin.text = "```python\n# the same again\n" + tasks::synthetic_answer(first, 0) + "```";
  script(first, 1, twin);
  Answer cut = right_answer(first);
  cut.truncated = true;
  script(first, 2, cut);
  script(second, 0, right_answer(first));  // of another task
  script(second, 1, Answer{.text = "I would rather not."});
  const auto report = run();
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_FALSE(report->ended_by);
  EXPECT_EQ(report->counts.questions, 6);
  EXPECT_EQ(report->counts.accepted, 1);
  EXPECT_EQ(report->counts.duplicates, 1);
  EXPECT_EQ(report->counts.refused, 3);
  EXPECT_EQ(report->counts.failed, 1);  // the sixth question
  ASSERT_TRUE(report->last_failure);
  EXPECT_EQ(report->last_failure->message, "no answer");

  const std::vector<Json> pairs = lines_of(out());
  ASSERT_EQ(pairs.size(), 1U);
  EXPECT_EQ(pairs[0]["reference"], first.reference);
  EXPECT_EQ(pairs[0]["entry_point"], "Model");
  EXPECT_EQ(pairs[0]["task"], first.id);
  EXPECT_EQ(pairs[0]["level"], 1);
  EXPECT_EQ(pairs[0]["completion"],
            "<think>\none program a row\n</think>\n\n" + right_answer(first).text);
  std::map<std::string, std::string> refused;
  for (const Json& line : lines_of(refused_path(out()))) {
    EXPECT_FALSE(line["message"].get<std::string>().empty());
    refused[line["task"].get<std::string>() + "#" + std::to_string(line["sample"].get<int>())] =
        line["reason"];
    EXPECT_TRUE(line.contains("stage") && line.contains("completion"));
  }
  EXPECT_EQ(refused.size(), 3U);
  EXPECT_EQ(refused[first.id + "#2"], "truncated");
  EXPECT_EQ(refused[second.id + "#1"], "no_block");
  int counted = 0;
  for (const auto& [reason, count] : report->counts.reasons) counted += count;
  EXPECT_EQ(counted, 3);
  EXPECT_EQ(report->counts.reasons.at("static no_block"), 1);
}

TEST_F(Distill, GoesOnWithWhatIsMissing) {
  const tasks::Task first = task(0), second = task(1);
  request_.tasks = {first, second};
  script(first, 0, right_answer(first));
  const auto before = run();
  ASSERT_TRUE(before);
  EXPECT_EQ(before->counts.accepted, 1);
  EXPECT_EQ(before->counts.failed, 1);
  // Killed while it wrote the next answer, and while it wrote a pair.
  std::ofstream(answers_path(out()), std::ios::app) << "{\"task\": \"x\", \"finger";
  std::ofstream(out(), std::ios::app) << "{\"refer";
  request_.samples = 2;
  script(second, 0, Answer{.text = "no code"});
  script(first, 1, right_answer(first));
  script(second, 1, right_answer(second));
  const auto after = run();
  ASSERT_TRUE(after) << after.error().message;
  EXPECT_THAT(asked_, ElementsAre(Pair(first.id, 1), Pair(second.id, 0), Pair(second.id, 1)));
  EXPECT_EQ(after->counts.accepted, 2);
  EXPECT_EQ(after->counts.refused, 1);
  EXPECT_EQ(after->counts.duplicates, 1);  // of a pair of the former start
  EXPECT_EQ(after->counts.kept, 1);
  EXPECT_EQ(lines_of(out()).size(), 2U);
  const auto nothing_left = run();
  ASSERT_TRUE(nothing_left);
  EXPECT_THAT(asked_, ElementsAre());
  EXPECT_EQ(nothing_left->counts.kept, 4);
  EXPECT_EQ(nothing_left->counts.reasons, after->counts.reasons);
  EXPECT_EQ(lines_of(out()).size(), 2U);
}

TEST_F(Distill, AnswerThatWasNotJudgedIsJudgedWithoutAskingAgain) {
  const tasks::Task first = task(0);
  request_.tasks = {first};
  script(first, 0, right_answer(first));
  ASSERT_TRUE(run());
  // As after a kill between answer and verdict.
  std::filesystem::resize_file(out(), 0);
  const auto report = run();
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_THAT(asked_, ElementsAre());
  EXPECT_EQ(report->counts.accepted, 1);
  EXPECT_EQ(lines_of(out()).size(), 1U);
}

TEST_F(Distill, StopKeepsWhatCame) {
  const tasks::Task first = task(0), second = task(1);
  request_.tasks = {first, second};
  script(first, 0, Answer{.text = "no code"});
  script(second, 0, right_answer(second));
  progress_ = [this](const DistillCounts& counts) {
    if (counts.done() == 1) stop_.request_stop();
  };
  const auto stopped = run();
  ASSERT_TRUE(stopped);
  ASSERT_TRUE(stopped->ended_by);
  EXPECT_EQ(stopped->ended_by->code, ErrorCode::kCancelled);
  EXPECT_EQ(stopped->counts.refused, 1);
  EXPECT_THAT(asked_, ElementsAre(Pair(first.id, 0)));
  stop_ = std::stop_source();
  progress_ = [](const DistillCounts&) {};
  const auto rest = run();
  ASSERT_TRUE(rest);
  EXPECT_THAT(asked_, ElementsAre(Pair(second.id, 0)));
  EXPECT_EQ(rest->counts.accepted, 1);
}

TEST_F(Distill, WhatConcernsEveryQuestionEndsIt) {
  request_.tasks = {task(0), task(1)};
  script(task(0), 0, Error{ErrorCode::kPermissionDenied, "401"});
  const auto report = run();
  ASSERT_TRUE(report);
  ASSERT_TRUE(report->ended_by);
  EXPECT_EQ(report->ended_by->message, "401");
  EXPECT_EQ(asked_.size(), 1U);
}

TEST_F(Distill, FailuresInARowEndIt) {
  request_.tasks = {task(0)};
  request_.samples = 50;
  const auto report = run();
  ASSERT_TRUE(report);
  ASSERT_TRUE(report->ended_by);
  EXPECT_EQ(report->ended_by->message, "no answer");
  EXPECT_EQ(report->counts.failed, 10);
}

TEST_F(Distill, FilesOfSomethingElseAreLeftAlone) {
  request_.tasks = {task(0)};
  std::ofstream(out()) << "mine\n";
  const auto foreign = run();
  ASSERT_FALSE(foreign);
  EXPECT_EQ(foreign.error().code, ErrorCode::kInvalidArgument);
  EXPECT_THAT(foreign.error().message, HasSubstr("--out"));
  EXPECT_EQ(*read_file(out()), "mine\n");

  request_.out = folder_->path() / "other.jsonl";
  script(task(0), 0, Answer{.text = "no code"});
  ASSERT_TRUE(run());
  request_.source = R"({"model":"another"})";
  const auto mixed = run();
  ASSERT_FALSE(mixed);
  EXPECT_THAT(mixed.error().message, ::testing::AllOf(HasSubstr("scripted"), HasSubstr("another")));
  request_.source = R"({"model":"scripted"})";
  std::ofstream(refused_path(out()), std::ios::app) << "{\"reason\": 1}\n";
  const auto damaged = run();
  ASSERT_FALSE(damaged);
  EXPECT_THAT(damaged.error().message, HasSubstr("other.refused.jsonl:2:"));
}

TEST_F(Distill, FileThatCannotBeOpenedIsAnError) {
  request_.tasks = {task(0)};
  script(task(0), 0, Answer{.text = "no code"});
  ASSERT_TRUE(std::filesystem::create_directories(refused_path(out())));  // no file can be there
  const auto refused = run();
  ASSERT_FALSE(refused);
  std::filesystem::remove(refused_path(out()));
  const auto report = run();
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_EQ(report->counts.refused, 1);
}

}  // namespace
}  // namespace nereid::distill

// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/evaluate/archive/served.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <mutex>
#include <set>
#include <thread>

#include "engine/base/file.h"
#include "engine/evaluate/archive/task_choice.h"

namespace nereid::evaluate {
namespace {

using testing::HasSubstr;

/// Accepts what holds "good".
void judge(const verify::VerifyRequest& request, const verify::Verifier::Callback& done) {
  auto verdict = std::make_shared<verify::Verdict>();
  verdict->id = request.id;
  verdict->accepted = request.candidate.find("good") != std::string::npos;
  verdict->furthest_stage = verdict->accepted ? verify::Stage::kFull : verify::Stage::kCompile;
  if (!verdict->accepted) verdict->rejected_at = verify::Stage::kTiny;
  verdict->reason.code = verdict->accepted ? "ok" : "wrong_values";
  for (int stage = 1; stage <= verify::kStageCount; ++stage)
    verdict->stages.push_back({.stage = static_cast<verify::Stage>(stage)});
  std::thread([verdict, done] { done(verdict); }).detach();
}

class Served : public testing::Test {
 protected:
  Served() {
    tasks_ = *evaluation_tasks({.levels = {1}, .count = 3});
    plan_.subject = "endpoint:some-model";
    plan_.samples = 2;
    plan_.levels = {1};
    plan_.tasks_hash = hash_of_tasks(tasks_);
    plan_.prompt_format = kServedFormat;
    plan_.yardstick.outputs = false;
  }
  /// Asks with `ask`, at most `at_once` at once, and keeps the archive in the test's folder.
  Result<EvaluateReport> evaluate(ServedAsk ask, int at_once = 2) {
    const auto folder = folder_.path() / "eval";
    auto archive = Archive::open({.folder = folder, .name = "eval", .plan = plan_, .samples = 6});
    if (!archive) return archive.error();
    const ReportOptions options{.samples = plan_.samples};
    return closed(**archive, options, [&] {
      return evaluate_served({std::move(ask), at_once, folder / "answers.jsonl"}, tasks_, plan_,
                             options, {.submit = judge, .archive = archive->get()});
    });
  }

  TemporaryDirectory folder_ = std::move(*TemporaryDirectory::make("nereid-served"));
  std::vector<tasks::Task> tasks_;
  EvaluationPlan plan_;
};

ServedAnswer answer_of(const std::string& source) {
  return {.text = "```python\n" + source + "\n```\n"};
}

TEST_F(Served, EveryTaskIsAskedForItsSamplesAndScored) {
  std::mutex mutex;
  std::map<std::string, int> asked;
  const auto report = evaluate([&](const tasks::Task& task, const std::stop_token&) {
    const std::lock_guard lock(mutex);
    return Result<ServedAnswer>(answer_of(++asked[task.id] == 1 ? "import good" : "import bad"));
  });
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_EQ(asked.size(), 3u);
  for (const auto& [task, times] : asked) EXPECT_EQ(times, 2) << task;
  ASSERT_EQ(report->levels.size(), 1u);
  EXPECT_DOUBLE_EQ(report->levels[0].pass_at_k[0], 0.5);
}

// An answer without a word, of a model that has spent its tokens on thinking, is a wrong one.
TEST_F(Served, EmptyAnswersAreWrong) {
  const auto report = evaluate([](const tasks::Task&, const std::stop_token&) {
    return Result<ServedAnswer>(ServedAnswer{.truncated = true});
  });
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_DOUBLE_EQ(report->levels[0].pass_at_k[0], 0);
}

// What was answered is paid for: it is neither lost nor asked for again.
TEST_F(Served, GoesOnAfterAnEndpointThatFails) {
  std::atomic<int> asked = 0;
  const auto failed = evaluate(
      [&](const tasks::Task&, const std::stop_token&) -> Result<ServedAnswer> {
        if (++asked > 4) return Error{ErrorCode::kUnavailable, "http://host: refused; start it"};
        return answer_of("import good");
      },
      1);
  ASSERT_FALSE(failed);
  EXPECT_EQ(failed.error().code, ErrorCode::kUnavailable);
  EXPECT_THAT(failed.error().message, HasSubstr("http://host: refused; start it"));
  EXPECT_EQ(asked, 5) << "what concerns all questions ends it";
  const auto report = evaluate([&](const tasks::Task&, const std::stop_token&) {
    ++asked;
    return Result<ServedAnswer>(answer_of("import good"));
  });
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_EQ(asked, 5 + 2);
  EXPECT_DOUBLE_EQ(report->levels[0].pass_at_k[0], 1);
}

// As after a kill: the answers are on the disk, and no verdict is.
TEST_F(Served, JudgesAnswersThatNobodyHasJudged) {
  const auto folder = folder_.path() / "eval";
  ASSERT_TRUE(make_directories(folder));
  std::string lines;
  for (int row = 0; row < 5; ++row)
    lines += dump_json(OrderedJson{{"row", row}, {"text", answer_of("import good").text}}) + "\n";
  {
    auto archive = Archive::open({.folder = folder, .name = "eval", .plan = plan_, .samples = 6});
    ASSERT_TRUE(archive) << archive.error().message;
    ASSERT_TRUE((*archive)->stop("killed", 0));
  }
  ASSERT_TRUE(atomic_write_file(folder / "answers.jsonl", lines));
  std::atomic<int> asked = 0;
  const auto report = evaluate([&](const tasks::Task&, const std::stop_token&) {
    ++asked;
    return Result<ServedAnswer>(answer_of("import bad"));
  });
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_EQ(asked, 1);
  EXPECT_DOUBLE_EQ(report->levels[0].pass_at_k[0], 5.0 / 6);
}

TEST_F(Served, OneQuestionThatFailsDoesNotEndTheOthers) {
  std::atomic<int> asked = 0;
  const auto report = evaluate(
      [&](const tasks::Task&, const std::stop_token&) -> Result<ServedAnswer> {
        if (++asked == 2) return Error{ErrorCode::kCorrupt, "the answer is no JSON"};
        return answer_of("import good");
      },
      1);
  ASSERT_FALSE(report);
  EXPECT_EQ(asked, 6);
  EXPECT_THAT(report.error().message, HasSubstr("1 questions have no answer"));
}

}  // namespace
}  // namespace nereid::evaluate

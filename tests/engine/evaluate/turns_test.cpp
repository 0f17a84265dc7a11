// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/evaluate/scores/turns.h"

#include <gtest/gtest.h>

#include <atomic>
#include <map>

#include "engine/base/file.h"
#include "engine/base/random.h"
#include "engine/evaluate/archive/archive.h"
#include "engine/evaluate/internal/evaluate.h"
#include "tests/engine/train/toy_run.h"

namespace nereid::evaluate {
namespace {

namespace fs = std::filesystem;

Sample answer(int task, int turn, bool right, bool judged = true) {
  return {.task = task, .turn = turn, .judged = judged, .right = right};
}

TEST(TurnReport, ScoresTheLastAnswersAndWhatEachTurnMadeOfTheOnesBefore) {
  const std::vector<ScoredTask> tasks(5);
  // 0 right at once; 1 repaired in turn 2; 2 in turn 3; 3 has no room after turn 1; 4 stays wrong.
  const EvaluateReport report = make_turn_report(
      tasks,
      {answer(0, 1, true), answer(1, 1, false), answer(2, 1, false), answer(3, 1, false),
       answer(4, 1, false), answer(1, 2, true), answer(2, 2, false), answer(4, 2, false),
       answer(2, 3, true), answer(4, 3, false)},
      3, {});
  ASSERT_EQ(report.turns.size(), 3u);
  EXPECT_DOUBLE_EQ(report.turns[0].right.value, 0.2);
  EXPECT_DOUBLE_EQ(report.turns[1].right.value, 0.4);
  EXPECT_DOUBLE_EQ(report.turns[2].right.value, 0.6);
  EXPECT_EQ(report.turns[0].asked, 5);
  EXPECT_EQ(report.turns[1].asked, 3);
  EXPECT_EQ(report.turns[1].retried, 3);
  EXPECT_EQ(report.turns[1].repaired, 1);
  EXPECT_EQ(report.turns[1].no_room, 1);
  EXPECT_EQ(report.turns[2].repaired, 1);
  EXPECT_EQ(report.turns[2].no_room, 0);
  EXPECT_EQ(report.samples.size(), 5u) << "one a completion";
  EXPECT_EQ(report.earlier.size(), 5u);
  EXPECT_DOUBLE_EQ(report.all.right.value, 0.6);
}

TEST(TurnReport, WhatWasNotJudgedCountsNowhere) {
  const std::vector<ScoredTask> tasks(2);
  const EvaluateReport report = make_turn_report(
      tasks, {answer(0, 1, false), answer(1, 1, false, false), answer(0, 2, false, false)}, 2, {});
  EXPECT_EQ(report.turns[0].right.n, 1);
  EXPECT_EQ(report.turns[1].retried, 0);
  EXPECT_EQ(report.turns[1].no_room, 0);
  EXPECT_EQ(report.turns[1].right.n, 0) << "its last answer is not known";
}

class TurnEvaluation : public testing::Test {
 protected:
  static constexpr int kTasks = 40, kSamples = 2, kTurns = 3;

  TurnEvaluation() {
    at::set_num_threads(1);
    policy_ = std::move(*policy::Policy::load(train::toy::grpo_config().model.path, torch::kCPU,
                                              torch::kFloat, {}));
    tasks_ = *evaluation_tasks({.split = "test", .levels = {1}, .count = kTasks});
    plan_.subject = "toy";
    plan_.split = "test";
    plan_.levels = {1};
    plan_.samples = kSamples;
    plan_.turns = kTurns;
    plan_.max_new_tokens = 24;
    plan_.yardstick.outputs = false;
    EXPECT_TRUE(complete_plan(plan_, *policy_, tasks_));
  }

  verify::Submit judge() {
    return [this](const verify::VerifyRequest& request, const verify::Verifier::Callback& done) {
      ++judged_;
      verify::Verdict verdict;
      verdict.id = request.id;
      verdict.accepted = mix_seed(request.seed, request.candidate.size(), 0) % 2 == 0;
      verdict.furthest_stage = verdict.accepted ? verify::Stage::kFull : verify::Stage::kCompile;
      if (!verdict.accepted) verdict.rejected_at = verify::Stage::kTiny;
      verdict.reason.code = verdict.accepted ? "ok" : "wrong_values";
      verdict.reason.message = verdict.accepted ? "" : "35 of 35 elements";
      for (int stage = 1; stage <= verify::kStageCount; ++stage)
        verdict.stages.push_back({.stage = static_cast<verify::Stage>(stage)});
      done(std::make_shared<const verify::Verdict>(std::move(verdict)));
    };
  }
  Result<EvaluateReport> run(const fs::path& folder, std::function<bool()> cancelled = {}) {
    auto archive = Archive::open(
        {.folder = folder, .name = "toy", .plan = plan_, .samples = rows_of(plan_, tasks_.size())});
    if (!archive) return archive.error();
    return closed(**archive, options_, [&] {
      return evaluate_policy(
          *policy_, tasks_, plan_, options_,
          {.submit = judge(), .cancelled = std::move(cancelled), .archive = archive->get()});
    });
  }
  std::string scores(const EvaluateReport& report) const {
    OrderedJson json = report_json(plan_, report, options_);
    json.erase("seconds");
    json.erase("tokens_per_second");
    return dump_json(json);
  }
  static std::vector<record::Episode> episodes_of(const fs::path& folder) {
    auto reader = std::move(*record::RunReader::open(folder));
    std::int64_t cursor = 0;
    std::vector<record::Episode> all;
    const auto rows = *reader->episodes_since(cursor, 0);
    for (const record::EpisodeRow& row : rows) all.push_back(*reader->episode(row.id));
    return all;
  }

  TemporaryDirectory folder_ = std::move(*TemporaryDirectory::make("nereid-turns"));
  std::unique_ptr<policy::Policy> policy_;
  std::vector<tasks::Task> tasks_;
  EvaluationPlan plan_;
  ReportOptions options_{.k = {1, 2}, .samples = kSamples};
  std::atomic<int> judged_{0};
};

TEST_F(TurnEvaluation, AsksAgainWhatWasWrongAndSaysSoInTheRecord) {
  const Result<EvaluateReport> report = run(folder_.path() / "run");
  ASSERT_TRUE(report) << report.error().message;
  std::map<record::EpisodeKey, record::Episode> all;
  for (record::Episode& episode : episodes_of(folder_.path() / "run")) {
    const record::EpisodeKey key = episode.key;
    all.emplace(key, std::move(episode));
  }
  std::map<int, int> right, asked;  // by turn
  for (const auto& [key, episode] : all) {
    ++asked[episode.turn.number];
    right[episode.turn.number] += episode.verdict.accepted ? 1 : 0;
    if (episode.turn.number == 1) continue;
    EXPECT_EQ(episode.turn.before, key.index - kSamples);
    const record::Episode& before = all.at({key.step, key.group, episode.turn.before});
    EXPECT_FALSE(before.verdict.accepted);
    const std::string why = "# rejected, " + before.verdict.reason.code + " in ";
    const std::size_t said = episode.prompt.find(why);
    EXPECT_NE(said, std::string::npos) << episode.prompt;
    EXPECT_NE(episode.prompt.find(": " + before.verdict.reason.message, said), std::string::npos);
  }
  ASSERT_EQ(asked[1], kTasks * kSamples);
  ASSERT_EQ(report->turns.size(), static_cast<std::size_t>(kTurns));
  int so_far = 0;
  for (const TurnScore& turn : report->turns) {
    so_far += right[turn.turn];
    EXPECT_EQ(turn.asked, asked[turn.turn]);
    EXPECT_DOUBLE_EQ(turn.right.value, static_cast<double>(so_far) / (kTasks * kSamples));
    if (turn.turn > 1) {
      EXPECT_EQ(turn.repaired, right[turn.turn]);
      EXPECT_EQ(turn.asked, asked[turn.turn - 1] - right[turn.turn - 1] - turn.no_room);
    }
  }
  EXPECT_GT(right[2], 0);
  EXPECT_EQ(report->all.correct, so_far);
  EXPECT_EQ(report->all.samples, kTasks * kSamples) << "one answer a completion counts";
  const auto checked = record::check_record(folder_.path() / "run");
  ASSERT_TRUE(checked);
  EXPECT_TRUE(checked->problems.empty()) << checked->problems.front();
  const auto read = read_evaluation(folder_.path() / "run");
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(scores(read->report), scores(*report)) << "made again from report.json";
}

TEST_F(TurnEvaluation, TheFirstTurnIsThatOfAnEvaluationWithoutOthers) {
  const Result<EvaluateReport> several = run(folder_.path() / "several");
  ASSERT_TRUE(several) << several.error().message;
  plan_.turns = 1;
  const Result<EvaluateReport> one = run(folder_.path() / "one");
  ASSERT_TRUE(one) << one.error().message;
  EXPECT_TRUE(one->turns.empty());
  EXPECT_DOUBLE_EQ(one->all.right.value, several->turns.front().right.value);
  EXPECT_LT(one->all.right.value, several->all.right.value);
}

TEST_F(TurnEvaluation, CutAnywhereAndContinuedEqualsUnbroken) {
  const Result<EvaluateReport> whole = run(folder_.path() / "whole");
  ASSERT_TRUE(whole) << whole.error().message;
  const int all = judged_;
  for (const int cut : {1, kTasks * kSamples - 1, kTasks * kSamples + 5, all - 3}) {
    SCOPED_TRACE("cut after " + std::to_string(cut) + " of " + std::to_string(all));
    const fs::path folder = folder_.path() / ("cut-" + std::to_string(cut));
    judged_ = 0;
    const Result<EvaluateReport> part = run(folder, [this, cut] { return judged_ >= cut; });
    ASSERT_FALSE(part);
    ASSERT_EQ(part.error().code, ErrorCode::kCancelled) << part.error().message;
    const Result<EvaluateReport> rest = run(folder);
    ASSERT_TRUE(rest) << rest.error().message;
    EXPECT_EQ(scores(*rest), scores(*whole));
  }
}

TEST_F(TurnEvaluation, AnotherNumberOfTurnsIsAnotherEvaluation) {
  ASSERT_TRUE(run(folder_.path() / "run"));
  plan_.turns = 2;
  const Result<EvaluateReport> other = run(folder_.path() / "run");
  ASSERT_FALSE(other);
  EXPECT_NE(other.error().message.find("turns was 3, is 2"), std::string::npos)
      << other.error().message;
}

}  // namespace
}  // namespace nereid::evaluate

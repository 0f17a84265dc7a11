// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/evaluate/archive/archive.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <fstream>

#include "engine/base/file.h"
#include "engine/episodes/episode_maker.h"
#include "engine/evaluate/archive/completions.h"
#include "engine/evaluate/archive/judging.h"
#include "engine/evaluate/archive/sampling.h"
#include "engine/tasks/generator.h"
#include "engine/verify/outputs_only.h"

namespace nereid::evaluate {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

// A judge whose verdict depends on the text alone, so that evaluations can be compared bit for bit.
verify::Verdict verdict_of(const verify::VerifyRequest& request) {
  verify::Verdict verdict = verify::verdict_without_candidate(request.id, "no_block");
  const bool outputs_only = request.options.policy == verify::Policy::kOutputs;
  const bool is_cheat = request.candidate.find("cheat") != std::string::npos;
  if (request.candidate.find("right") != std::string::npos || (is_cheat && outputs_only)) {
    verdict.accepted = true;
    verdict.rejected_at.reset();
    verdict.reason = {"ok", ""};
    verdict.furthest_stage = verify::Stage::kFull;
    return verdict;
  }
  verdict.furthest_stage = is_cheat ? verify::Stage::kCompile : verify::Stage::kStatic;
  verdict.rejected_at = is_cheat ? verify::Stage::kTiny : verify::Stage::kCompile;
  verdict.reason = {is_cheat ? "torch_fallback" : "compile_error", "told"};
  return verdict;
}

struct Judge {
  std::atomic<int> strict{0}, outputs{0};
  verify::Submit submit() {
    return [this](verify::VerifyRequest request, verify::Verifier::Callback done) {
      ++(request.options.policy == verify::Policy::kOutputs ? outputs : strict);
      done(std::make_shared<verify::Verdict>(verdict_of(request)));
    };
  }
};

class ArchiveTest : public testing::Test {
 protected:
  static constexpr int kTasks = 5, kSamples = 2;

  ArchiveTest() {
    const char* texts[] = {"right", "cheat", "wrong", "", "right"};
    for (int i = 0; i < kTasks; ++i) {
      completions_.tasks.push_back(
          tasks::synthetic_task(1, tasks::Split::kTest, 1, static_cast<std::uint64_t>(i)));
      const std::string code = "import triton  # " + std::string(texts[i]) + "\n";
      const std::string text = *texts[i] == 0 ? "I do not know." : "```python\n" + code + "```";
      completions_.texts.push_back({text, i == 2 ? text + "\n" + text : text});
    }
    completions_.samples = kSamples;
    plan_.subject = "a";
    plan_.tasks_hash = hash_of_tasks(completions_.tasks);
    plan_.levels = {1};
    plan_.split = "test";
    plan_.samples = kSamples;
  }

  Archive::Start start(const std::string& name) const {
    return {
        .folder = folder_.path() / name, .name = name, .plan = plan_, .samples = kTasks * kSamples};
  }

  Result<EvaluateReport> run(const std::string& name, Judge& judge,
                             std::function<bool()> cancelled = {}) {
    Result<std::unique_ptr<Archive>> archive = Archive::open(start(name));
    if (!archive) return archive.error();
    JudgingParts parts{
        .submit = judge.submit(), .cancelled = std::move(cancelled), .archive = archive->get()};
    return closed(**archive, options_, [&] {
      return judge_completions(completions_, plan_, options_, std::move(parts));
    });
  }

  std::string without_seconds(const EvaluateReport& report) const {
    OrderedJson json = report_json(plan_, report, options_);
    json.erase("seconds");
    return dump_json(json);
  }

  TemporaryDirectory folder_ = std::move(*TemporaryDirectory::make("nereid-archive"));
  Completions completions_;
  EvaluationPlan plan_;
  ReportOptions options_{.k = {1, 2}, .samples = kSamples};
};

TEST_F(ArchiveTest, EveryEpisodeIsInTheRecord) {
  Judge judge;
  const Result<EvaluateReport> report = run("whole", judge);
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_EQ(report->all.correct, 4);
  EXPECT_EQ(report->all.caught, 2) << "torch did the work, the outputs are right";
  EXPECT_EQ(judge.strict, 8) << "what has no candidate is not submitted";
  EXPECT_EQ(judge.outputs, 2);
  EXPECT_EQ(report->all.categories[static_cast<std::size_t>(Category::kNoBlock)], 2);
  EXPECT_NEAR(report->all.conformant.value, 0.7, 1e-12) << "one of ten has two blocks, two none";

  auto reader = record::RunReader::open(folder_.path() / "whole");
  ASSERT_TRUE(reader) << reader.error().message;
  const auto info = (*reader)->info();
  ASSERT_TRUE(info);
  EXPECT_EQ(info->method, "evaluation");
  EXPECT_EQ(info->state, record::RunState::kFinished);
  EXPECT_EQ(info->total_steps, 0);
  EXPECT_EQ(info->episode_count, kTasks * kSamples);
  std::int64_t cursor = 0;
  const auto rows = (*reader)->episodes_since(cursor, 0);
  ASSERT_TRUE(rows);
  for (const record::EpisodeRow& row : *rows) {
    EXPECT_EQ(row.phase, "evaluate");
    const auto episode = (*reader)->episode(row.id);
    ASSERT_TRUE(episode);
    EXPECT_EQ(episode->completion, completions_.texts[static_cast<std::size_t>(row.key.group)]
                                                     [static_cast<std::size_t>(row.key.index)]);
    EXPECT_EQ(episode->reward.total, row.accepted ? 1.0 : 0.0);
  }
  const auto checked = record::check_record(folder_.path() / "whole");
  ASSERT_TRUE(checked);
  EXPECT_THAT(checked->problems, testing::IsEmpty());
}

TEST_F(ArchiveTest, StoppedAnywhereAndContinuedEqualsUnbroken) {
  Judge whole;
  const Result<EvaluateReport> unbroken = run("unbroken", whole);
  ASSERT_TRUE(unbroken);
  for (int stop = 0; stop < 12; ++stop) {
    const std::string name = "broken" + std::to_string(stop);
    Judge judge;
    const auto cancelled = [&] { return judge.strict + judge.outputs >= stop; };
    const Result<EvaluateReport> first = run(name, judge, cancelled);
    if (!first) {
      EXPECT_EQ(first.error().code, ErrorCode::kCancelled) << first.error().message;
      EXPECT_FALSE(fs::exists(folder_.path() / name / "report.json"));
      const auto checked = record::check_record(folder_.path() / name);
      ASSERT_TRUE(checked);
      EXPECT_THAT(checked->problems, testing::IsEmpty()) << "stopped after " << stop;
    }
    const Result<EvaluateReport> second = run(name, judge);
    ASSERT_TRUE(second) << second.error().message;
    EXPECT_EQ(without_seconds(*second), without_seconds(*unbroken)) << "stopped after " << stop;
    EXPECT_EQ(judge.strict, whole.strict) << "something was judged twice, stopped after " << stop;
    EXPECT_EQ(judge.outputs, whole.outputs);
  }
}

TEST_F(ArchiveTest, FinishedIsReadBackEqual) {
  Judge judge;
  const Result<EvaluateReport> report = run("done", judge);
  ASSERT_TRUE(report);
  const Result<Evaluation> read = read_evaluation(folder_.path() / "done");
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(without_seconds(read->report), without_seconds(*report));
  EXPECT_EQ(plan_differences(read->plan, plan_), "");
  Judge again;
  ASSERT_TRUE(run("done", again));
  EXPECT_EQ(again.strict + again.outputs, 0) << "all of it was judged before";
}

TEST_F(ArchiveTest, AnotherPlanIsRefusedWithWhatDiffers) {
  Judge judge;
  ASSERT_TRUE(run("plan", judge));
  plan_.temperature = 0.5;
  const Result<EvaluateReport> other = run("plan", judge);
  ASSERT_FALSE(other);
  EXPECT_THAT(other.error().message, HasSubstr("temperature was 1.0, is 0.5"));
  Archive::Start replacing = start("plan");
  replacing.replaces = true;
  const auto archive = Archive::open(replacing);
  ASSERT_TRUE(archive) << archive.error().message;
  EXPECT_FALSE((*archive)->was_resumed());
}

TEST_F(ArchiveTest, FoldersWithoutAnEvaluationSayWhatTheyHold) {
  const auto message = [&](const fs::path& place) {
    const Result<Evaluation> read = read_evaluation(place);
    return read ? std::string() : read.error().message;
  };
  EXPECT_THAT(message(folder_.path()), HasSubstr("holds no evaluation"));
  {
    record::RunInfo info;
    info.name = info.method = "grpo";
    ASSERT_TRUE(record::RunWriter::open(folder_.path() / "run", info, {}));
  }
  EXPECT_THAT(message(folder_.path() / "run"), HasSubstr("is a run, not an evaluation"));
  Judge judge;
  const auto refused = run("run", judge);
  ASSERT_FALSE(refused);
  EXPECT_THAT(refused.error().message, HasSubstr("holds a run, not an evaluation"));
  { ASSERT_TRUE(Archive::open(start("empty"))); }
  EXPECT_THAT(message(folder_.path() / "empty"), HasSubstr("holds no episodes"));
  ASSERT_FALSE(run("half", judge, [&] { return judge.strict >= 3; }));
  EXPECT_THAT(message(folder_.path() / "half"), HasSubstr("is not finished"));
  const fs::path old = folder_.path() / "report.json";
  ASSERT_TRUE(atomic_write_file(old, R"({"schema": "nereid.eval/1"})"));
  EXPECT_THAT(message(old), HasSubstr("another build"));
  ASSERT_TRUE(atomic_write_file(old, R"({"schema": "nereid.ev)"));
  EXPECT_THAT(message(old), HasSubstr("report.json:1"));
}

TEST_F(ArchiveTest, ReportsOfOtherWaysAreNotCompared) {
  Judge judge;
  ASSERT_TRUE(run("a", judge));
  completions_.texts[2] = {"```python\nimport triton  # right\n```", "none"};
  plan_.subject_hash = "b";
  ASSERT_TRUE(run("b", judge));
  Result<Evaluation> a = read_evaluation(folder_.path() / "a");
  Result<Evaluation> b = read_evaluation(folder_.path() / "b");
  ASSERT_TRUE(a && b);
  const Result<PairedReport> paired = compare_evaluations(*a, *b);
  ASSERT_TRUE(paired) << paired.error().message;
  EXPECT_EQ(paired->wins, 1);
  EXPECT_EQ(paired->ties, 4);
  b->plan.split = "validation";
  EXPECT_THAT(compare_evaluations(*a, *b).error().message,
              HasSubstr("split is \"test\" in the first and \"validation\" in the second"));
  b->plan.split = "test";
  b->plan.yardstick.thorough = true;
  EXPECT_THAT(compare_evaluations(*a, *b).error().message, HasSubstr("the yardstick"));
  b->plan.yardstick.thorough = false;
  b->plan.yardstick.rtol = b->plan.yardstick.atol = 0.01;
  EXPECT_THAT(compare_evaluations(*a, *b).error().message, HasSubstr("allclose rtol 0.01"));
  a->plan.yardstick.rtol = a->plan.yardstick.atol = 0.01;
  EXPECT_TRUE(compare_evaluations(*a, *b));
}

TEST_F(ArchiveTest, PlansAreReadBackWhole) {
  EvaluationPlan plan = plan_;
  plan.subject_hash = "x";
  plan.is_model = false;
  plan.extracted = true;
  plan.yardstick.modelled_device = "H200";
  plan.yardstick.rtol = 0.25;
  plan.yardstick.atol = 1e-9;
  plan.agent = "frontend";
  plan.agents = {{"one", "frontend", "phases/one", "abc", "H100", 2, 3}, {"two", "midend"}};
  const auto json = parse_json(dump_json(plan_json(plan)));
  ASSERT_TRUE(json);
  const auto read = plan_from_json(*json, "here");
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(plan_differences(plan, *read), "");
  EXPECT_EQ(read->yardstick.atol, 1e-9);
  EXPECT_EQ(outputs_options(*read).allclose, (verify::Allclose{0.25, 1e-9}));
  plan.agents[0].weights_hash = "def";
  EXPECT_THAT(plan_differences(plan, *read), HasSubstr("agents was"));
}

TEST_F(ArchiveTest, AnAgentsDrawsAreItsOwn) {
  plan_.agents = {{"one", "frontend", "", "", "", 1, 3}, {"two", "midend", "", "", "", 2, 4}};
  const EvaluationPlan one = plan_of_agent(plan_, 0), two = plan_of_agent(plan_, 1);
  EXPECT_EQ(one.seed, plan_.seed) << "the first answers as it does alone";
  EXPECT_NE(two.seed, plan_.seed);
  EXPECT_EQ(two.samples, 4);
  EXPECT_EQ(two.agent, "midend");
  EXPECT_EQ(two.prompt_version, 2);
  EXPECT_EQ(rows_of(plan_, 5), 35);
}

verify::Verdict rejected(const std::string& code, verify::Stage at) {
  verify::Verdict verdict = verify::verdict_without_candidate("x", "no_block");
  verdict.reason.code = code;
  verdict.rejected_at = at;
  return verdict;
}

TEST(Sampling, OutputsAreKnownOrAskedFor) {
  verify::Verdict accepted;
  accepted.accepted = true;
  EXPECT_EQ(verify::outputs_right_of(accepted), true);
  EXPECT_EQ(verify::outputs_right_of(rejected("syntax_error", verify::Stage::kStatic)), false);
  EXPECT_EQ(verify::outputs_right_of(rejected("compile_error", verify::Stage::kCompile)), false);
  EXPECT_FALSE(verify::outputs_right_of(rejected("no_jit_function", verify::Stage::kStatic)));
  EXPECT_FALSE(verify::outputs_right_of(rejected("torch_fallback", verify::Stage::kCompile)));
  EXPECT_FALSE(verify::outputs_right_of(rejected("wrong_values", verify::Stage::kTiny)));
  verify::Verdict falls_back = rejected("compile_error", verify::Stage::kCompile);
  falls_back.flags = {"try_with_fallback"};
  EXPECT_FALSE(verify::outputs_right_of(falls_back));
  // Right on the task's own inputs, wrong on larger ones: hard-coded sizes.
  verify::Verdict larger = rejected("wrong_values", verify::Stage::kFull);
  larger.inputs = {{.variant = "original", .passed = true}, {.variant = "larger_dims"}};
  EXPECT_EQ(verify::outputs_right_of(larger), true);
  larger.inputs[0].passed = false;
  EXPECT_EQ(verify::outputs_right_of(larger), false);
}

TEST(Sampling, SpeedUpsAreAgainstTheNamedBaseline) {
  record::Episode episode;
  episode.completion = "```python\nimport triton\n```";
  episode.verdict.accepted = true;
  episode.verdict.furthest_stage = verify::Stage::kTiming;
  episode.verdict.reason.code = "ok";
  EvaluationPlan plan;
  const auto speedup = [&](const std::string& baseline) {
    plan.yardstick.baseline = baseline;
    return sample_of(episode, plan)->speedup;
  };
  EXPECT_FALSE(speedup("eager")) << "nothing was timed";
  verify::Timing timing;
  timing.candidate.median_us = 10;
  timing.reference.median_us = 30;
  timing.speedup = 3;
  episode.verdict.timing = timing;
  EXPECT_EQ(speedup("eager"), 3.0);
  EXPECT_FALSE(speedup("compile")) << "it was not asked for";
  EXPECT_FALSE(speedup(""));
  episode.verdict.timing->compiled = verify::TimingEstimate{20, 19, 21};
  EXPECT_EQ(speedup("compile"), 2.0);
  EXPECT_EQ(speedup("min"), 2.0);
}

TEST(Sampling, AModelledSpeedIsNeverAMeasuredOne) {
  record::Episode episode;
  episode.completion = "```python\nimport triton\n```";
  episode.verdict.accepted = true;
  episode.verdict.furthest_stage = verify::Stage::kFull;
  episode.verdict.reason.code = "ok";
  episode.verdict.modelled = verify::ModelledTime{.device = "H200", .speedup = 2};
  EvaluationPlan plan;
  plan.yardstick.baseline = "eager";
  EXPECT_FALSE(sample_of(episode, plan)->modelled_speedup) << "it was not asked for";
  plan.yardstick.modelled_device = "H200";
  EXPECT_EQ(sample_of(episode, plan)->modelled_speedup, 2.0);
  EXPECT_FALSE(sample_of(episode, plan)->speedup);
  episode.verdict.accepted = false;
  episode.verdict.reason.code = "wrong_values";
  EXPECT_FALSE(sample_of(episode, plan)->modelled_speedup);
}

TEST(Sampling, AReasonOfANewerBuildIsAnError) {
  record::Episode episode;
  episode.verdict = rejected("a_new_reason", verify::Stage::kFull);
  const Result<Sample> sample = sample_of(episode, {});
  ASSERT_FALSE(sample);
  EXPECT_THAT(sample.error().message, HasSubstr("a_new_reason"));
}

}  // namespace
}  // namespace nereid::evaluate
